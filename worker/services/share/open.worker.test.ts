import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';
import { asNodeId, asShareId } from '#shared/ids.ts';
import { DAY_MS } from '#shared/units.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { onTreeChanged } from './events.ts';
import { newPassHash } from './link/pass-hash.ts';
import type { ShareObject } from './share.object.ts';
import { claimsOf, makeWorld, NOW_MS, objects, type World } from './share-fixture.ts';

function setClock(shareId: string, nowMs: number): Promise<void> {
  return runInDurableObject(objects.shares.getByName(shareId), (object: ShareObject) => {
    Object.assign(object, { clock: { nowMs: () => nowMs } });
  });
}

async function changeTree(world: World, shareId: string, removed = true): Promise<void> {
  await onTreeChanged(world.deps, {
    id: newWireId(),
    event: 'drive.tree-changed',
    source: world.owner.userId,
    payload: { shareIds: [shareId], removed },
  });
}

describe('opening a link', () => {
  it('shows the top of an open link with content links and a token', async () => {
    const world = makeWorld();
    const file = world.drive.add('a.txt', world.drive.add('private', undefined, true));
    const { shareId } = await world.create([file]);
    const view = await world.open(shareId);
    expect(view).toMatchObject({
      share_status: 'OK',
      title: 'a.txt',
      file_num: '1',
      expiration_at: '-1',
      restore_count_left: '-1',
      found: true,
      path: [],
    });
    expect(view.user_info.nickname).toBe('Al**e');
    expect(view.pass_code_token).not.toBe('');
    const [shown] = view.files;
    expect(shown).toMatchObject({ id: file, parent_id: '', starred: false, writable: false, params: {}, tags: [] });
    expect(claimsOf(shown?.web_content_link ?? '')).toMatchObject({
      kind: 'share',
      shareId,
      shareEpoch: 1,
      nodeId: file,
    });
    expect(shown?.links['application/octet-stream']?.url).toBe(shown?.web_content_link);
  });

  it('answers NOT_FOUND for unknown links and keeps nothing of them', async () => {
    const world = makeWorld();
    for (const shareId of ['', 'nonsense', newWireId()]) {
      const view = await world.open(shareId, { passCode: 'abcd' });
      expect(view).toMatchObject({
        share_status: 'NOT_FOUND',
        files: [],
        file_num: '0',
        title: '',
        pass_code_token: '',
      });
      expect(view.user_info).toEqual({ user_id: '', portrait_url: '', nickname: '', avatar: '' });
    }
    const unknown = newWireId();
    await world.open(unknown);
    await changeTree(world, unknown);
    await runInDurableObject(objects.shares.getByName(unknown), (_object: ShareObject, state) => {
      expect(
        state.storage.sql
          .exec("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'")
          .toArray(),
      ).toEqual([]);
    });
  });

  it('says of a locked link only what its cover says', async () => {
    const world = makeWorld();
    const { shareId } = await world.create([world.drive.add('secret name.txt')], { passCodeRequired: true });
    const view = await world.open(shareId);
    expect(view).toMatchObject({
      share_status: 'PASS_CODE_EMPTY',
      title: '',
      files: [],
      file_num: '0',
      pass_code_token: '',
    });
    expect(JSON.stringify(view)).not.toContain('secret name');
    expect(world.drive.listings).toBe(0);
    expect(await world.service.peek({ shareId, passCodeToken: '' }, world.call())).toMatchObject({
      status: 'PASS_CODE_EMPTY',
      title: '',
      ownerNickname: 'Al**e',
    });
  });

  it('opens with the right passcode, and then with the token alone', async () => {
    const world = makeWorld();
    const { shareId, passCode } = await world.create([world.drive.add('a')], { passCodeRequired: true });
    expect(passCode).toMatch(/^[a-z0-9]{4}$/);
    const wrong = await world.open(shareId, { passCode: 'zzzzz' });
    expect(wrong).toMatchObject({ share_status: 'PASS_CODE_ERROR', files: [], title: '' });
    expect(wrong.share_status_text).toMatch(/passcode/i);
    const right = await world.open(shareId, { passCode });
    expect(right.files).toHaveLength(1);
    const again = await world.open(shareId, { passCodeToken: right.pass_code_token });
    expect(again).toMatchObject({ share_status: 'OK', pass_code_token: right.pass_code_token });
  });

  it('tells an unknown folder by `found`, and the way to a known one by `path`', async () => {
    const world = makeWorld();
    const top = world.drive.add('top', undefined, true);
    const inner = world.drive.add('inner', top, true);
    const file = world.drive.add('f', inner);
    const { shareId } = await world.create([top]);
    expect(await world.open(shareId, { parentId: asNodeId(newWireId()) })).toMatchObject({
      share_status: 'OK',
      files: [],
      found: false,
      path: [],
    });
    expect(await world.open(shareId, { parentId: file })).toMatchObject({ found: false });
    const view = await world.open(shareId, { parentId: inner });
    expect(view.path.map(({ name }) => name)).toEqual(['top', 'inner']);
    expect(view.files.map(({ id, parent_id }) => [id, parent_id])).toEqual([[file, inner]]);
  });
});

describe('life of a token', () => {
  async function locked(): Promise<{
    world: World;
    shareId: ReturnType<typeof asShareId>;
    token: string;
    file: ReturnType<typeof asNodeId>;
  }> {
    const world = makeWorld();
    const file = world.drive.add('a');
    const { shareId, passCode } = await world.create([file], { passCodeRequired: true, expirationDays: 7 });
    const { pass_code_token: token } = await world.open(shareId, { passCode });
    return { world, shareId, token, file };
  }

  it('ends after 12 hours', async () => {
    const { world, shareId, token } = await locked();
    const last = { nowMs: NOW_MS + 43_199_000 };
    expect((await world.open(shareId, { passCodeToken: token }, last)).share_status).toBe('OK');
    expect((await world.open(shareId, { passCodeToken: token }, { nowMs: NOW_MS + 43_200_000 })).share_status).toBe(
      'PASS_CODE_EMPTY',
    );
  });

  it('ends with a change of the passcode, as do content links', async () => {
    const { world, shareId, token } = await locked();
    const link = claimsOf((await world.open(shareId, { passCodeToken: token })).files[0]?.web_content_link ?? '');
    expect(await world.service.contentSource(link)).not.toBeNull();
    await objects.shares.getByName(shareId).setTerms({
      ownerId: world.owner.userId,
      seq: 1,
      terms: { pass: await newPassHash(world.keyring, 'other') },
    });
    expect((await world.open(shareId, { passCodeToken: token })).share_status).toBe('PASS_CODE_EMPTY');
    expect(await world.service.contentSource(link)).toBeNull();
    expect((await world.open(shareId, { passCode: 'other' })).share_status).toBe('OK');
  });

  it('ends with the time of the link', async () => {
    const { world, shareId, token, file } = await locked();
    const link = claimsOf((await world.open(shareId, { passCodeToken: token })).files[0]?.web_content_link ?? '');
    await setClock(shareId, Date.now() + 8 * DAY_MS);
    expect(await world.open(shareId, { passCodeToken: token })).toMatchObject({
      share_status: 'EXPIRED',
      files: [],
      title: '',
      expiration_left: '0',
    });
    expect(await world.service.contentSource(link)).toBeNull();
    expect(await world.service.fileInfo({ shareId, fileId: file, passCodeToken: token }, world.call())).toMatchObject({
      status: 'EXPIRED',
      file: null,
    });
  });

  it('ends with cancelling and with a prohibition', async () => {
    const { world, shareId, token } = await locked();
    const link = claimsOf((await world.open(shareId, { passCodeToken: token })).files[0]?.web_content_link ?? '');
    await objects.shares.getByName(shareId).judge(world.owner.userId, 'PROHIBITED');
    const view = await world.open(shareId, { passCodeToken: token });
    expect(view).toMatchObject({ share_status: 'PROHIBITED', files: [], user_info: { nickname: '' } });
    expect(await world.service.contentSource(link)).toBeNull();
    await world.service.remove(world.owner, [shareId]);
    expect((await world.open(shareId, { passCodeToken: token })).share_status).toBe('DELETED');
    await objects.shares.getByName(shareId).judge(world.owner.userId, 'OK');
    expect((await world.open(shareId, { passCodeToken: token })).share_status).toBe('DELETED');
  });

  it('opens its own link alone', async () => {
    const { world, shareId, token } = await locked();
    const other = await world.create([world.drive.add('b')], { passCodeRequired: true });
    const open = await world.create([world.drive.add('c')]);
    const { pass_code_token: openToken } = await world.open(open.shareId);
    for (const wrong of [token, openToken, `${token}x`, token.split('.')[0] ?? '', 'a.b', '..']) {
      expect((await world.open(other.shareId, { passCodeToken: wrong })).share_status).toBe('PASS_CODE_EMPTY');
    }
    expect((await world.open(shareId, { passCodeToken: openToken })).share_status).toBe('PASS_CODE_EMPTY');
  });
});

describe('guessing', () => {
  it('looks at 8 of 300 guesses made at once, and serves a person with a human check and one with a token', async () => {
    const world = makeWorld();
    const { shareId, passCode } = await world.create([world.drive.add('a')], {
      customPassCode: 'Right1',
      passCodeRequired: true,
    });
    const { pass_code_token: token } = await world.open(shareId, { passCode });
    const results = await Promise.all(
      Array.from({ length: 300 }, (_, i) =>
        world.open(shareId, { passCode: `no${i}x` }, { address: `192.0.2.${i % 200}` }).then(
          (view) => view.share_status,
          (error: { errorName?: string }) => error.errorName,
        ),
      ),
    );
    expect(results.filter((result) => result === 'PASS_CODE_ERROR')).toHaveLength(8);
    expect(results.filter((result) => result === 'captcha_required')).toHaveLength(292);

    await expect(world.open(shareId, { passCode })).rejects.toMatchObject({ errorName: 'captcha_required' });
    await expect(world.open(shareId, { passCode }, { captchaToken: 'false' })).rejects.toMatchObject({
      errorName: 'captcha_invalid',
    });
    world.captchas.add('t1').add('t2');
    expect((await world.open(shareId, { passCode }, { captchaToken: 't1' })).share_status).toBe('OK');
    expect((await world.open(shareId, { passCode: 'wrong' }, { captchaToken: 't2' })).share_status).toBe(
      'PASS_CODE_ERROR',
    );
    await expect(world.open(shareId, { passCode: 'wrong' }, { captchaToken: 't2' })).rejects.toMatchObject({
      errorName: 'captcha_invalid',
    });
    expect((await world.open(shareId, { passCodeToken: token })).share_status).toBe('OK');
  });

  it('costs more human checks after every 25 wrong ones, and lets a visitor with the passcode in', async () => {
    const world = makeWorld({ passCodeAttempts: 1 });
    const { shareId, passCode } = await world.create([world.drive.add('a')], {
      customPassCode: 'Right1',
      passCodeRequired: true,
    });
    let checks = 0;
    const open = (code: string, deviceId: string) => {
      checks += 1;
      const captchaToken = `check ${checks}`;
      world.captchas.add(captchaToken);
      return world.open(shareId, { passCode: code }, { captchaToken, deviceId }).then(
        (view) => view.share_status,
        (error: { errorName?: string }) => error.errorName,
      );
    };
    await open('wrong0', 'guesser');
    for (let wrong = 1; wrong <= 25; wrong += 1) expect(await open(`wrong${wrong}`, 'guesser')).toBe('PASS_CODE_ERROR');
    const more = [await open('more1', 'guesser'), await open('more1', 'guesser'), await open('more2', 'guesser')];
    expect(more).toEqual(['captcha_required', 'PASS_CODE_ERROR', 'captcha_required']);
    expect([await open(passCode, 'visitor'), await open(passCode, 'visitor')]).toEqual(['captcha_required', 'OK']);
  });

  it('spends no human check before the limit, and counts right passcodes as no guess', async () => {
    const world = makeWorld();
    const { shareId, passCode } = await world.create([world.drive.add('a')], { passCodeRequired: true });
    world.captchas.add('t');
    for (let i = 0; i < 20; i++)
      expect((await world.open(shareId, { passCode }, { captchaToken: 't' })).share_status).toBe('OK');
    expect(world.captchas.has('t')).toBe(true);
  });

  it('begins anew when the window is over', async () => {
    const world = makeWorld({ passCodeAttempts: 1 });
    const { shareId } = await world.create([world.drive.add('a')], { passCodeRequired: true });
    await world.open(shareId, { passCode: 'wrong' });
    await expect(world.open(shareId, { passCode: 'wrong' })).rejects.toMatchObject({ errorName: 'captcha_required' });
    await setClock(shareId, Date.now() + 601_000);
    expect((await world.open(shareId, { passCode: 'wrong' })).share_status).toBe('PASS_CODE_ERROR');
  });
});

describe('the edge of a link', () => {
  it("ends at its tree: foreign, trashed, moved-out and other links' files are not there", async () => {
    const world = makeWorld();
    const { drive } = world;
    const top = drive.add('top', undefined, true);
    const inner = drive.add('inner', top, true);
    const file = drive.add('f', inner);
    const beside = drive.add('beside');
    const besideFolder = drive.add('beside folder', undefined, true);
    const { shareId } = await world.create([top]);
    const info = (fileId: typeof file) => world.service.fileInfo({ shareId, fileId, passCodeToken: '' }, world.call());
    expect((await info(file)).file?.name).toBe('f');
    for (const id of [beside, inner, asNodeId(newWireId()), asNodeId('')])
      expect(await info(id)).toMatchObject({ status: 'OK', file: null });
    expect(await world.open(shareId, { parentId: besideFolder })).toMatchObject({ found: false, files: [] });

    const link = claimsOf((await info(file)).file?.web_content_link ?? '');
    expect(await world.service.contentSource(link)).toMatchObject({ name: 'f' });
    for (const lie of [
      { nodeId: beside },
      { shareEpoch: 9 },
      { ownerId: world.person().userId },
      { shareId: asShareId(newWireId()) },
      { contentKey: 'x' },
      { kind: 'drive' },
    ]) {
      expect(await world.service.contentSource({ ...link, ...lie } as typeof link)).toBeNull();
    }

    drive.node(inner).parentId = besideFolder;
    await changeTree(world, shareId);
    expect(await info(file)).toMatchObject({ file: null });
    expect(await world.open(shareId, { parentId: inner })).toMatchObject({ found: false, files: [] });
    expect(await world.service.contentSource(link)).toBeNull();

    drive.node(inner).parentId = top;
    await changeTree(world, shareId, false);
    expect((await info(file)).file).not.toBeNull();
    drive.node(file).isLive = false;
    await changeTree(world, shareId);
    expect(await info(file)).toMatchObject({ status: 'OK', file: null });
    expect(await world.service.contentSource(link)).toBeNull();
  });

  it('is DELETED when its last root is gone, at once', async () => {
    const world = makeWorld();
    const [a, b] = [world.drive.add('a'), world.drive.add('b')];
    const { shareId } = await world.create([a, b]);
    const { files, title } = await world.open(shareId);
    expect([files.length, title]).toEqual([2, 'a']);
    world.drive.node(a).isLive = false;
    await changeTree(world, shareId);
    expect(await world.open(shareId)).toMatchObject({ share_status: 'OK', title: 'b' });
    world.drive.node(b).isLive = false;
    await changeTree(world, shareId);
    expect((await world.service.peek({ shareId, passCodeToken: '' }, world.call())).status).toBe('DELETED');
    expect(await world.service.list(world.owner, { limit: 0, pageToken: '', ids: [] }, world.call())).toMatchObject({
      data: [{ share_id: shareId, share_status: 'DELETED' }],
    });
  });

  it('finds that no root is left when the news could not', async () => {
    const world = makeWorld();
    const file = world.drive.add('a');
    const { shareId } = await world.create([file]);
    world.drive.node(file).isLive = false;
    expect((await world.open(shareId)).share_status).toBe('DELETED');
    expect((await world.service.peek({ shareId, passCodeToken: '' }, world.call())).status).toBe('DELETED');
  });
});
