import { runInDurableObject } from 'cloudflare:test';
import { expect } from 'vitest';
import { asNodeId, asShareId } from '#shared/ids.ts';
import { DAY_MS } from '#shared/units.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { list } from './link/list.ts';
import { remove } from './link/remove.ts';
import {
  changeTree,
  claimsOf,
  shareTest as it,
  makeWorld,
  NOW_MS,
  objects,
  peek,
  setClock,
  type World,
} from './share-fixture.ts';
import { newPassHash, passHash } from './state/pass-hash.ts';
import type { ShareObject } from './state/share.object.ts';
import { fileInfo } from './visit/file-info.ts';
import { openContent } from './visit/open-content.ts';

it('opening a link shows its top with content links and a token', async ({ world }) => {
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

it('opening an unknown link answers NOT_FOUND and stores nothing', async ({ world }) => {
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

it('a locked link shows only its cover', async ({ world }) => {
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
  expect(await peek(world.parts, { shareId, passCodeToken: '' }, world.call())).toMatchObject({
    status: 'PASS_CODE_EMPTY',
    title: '',
    ownerNickname: 'Al**e',
  });
});

it('a locked link opens with the right passcode, and then with the token alone', async ({ world }) => {
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

it('opening a link: `found` is false for an unknown folder, and `path` leads to a known one', async ({ world }) => {
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

it('a passcode token ends after 12 hours', async () => {
  const { world, shareId, token } = await locked();
  const last = { nowMs: NOW_MS + 43_199_000 };
  expect((await world.open(shareId, { passCodeToken: token }, last)).share_status).toBe('OK');
  expect((await world.open(shareId, { passCodeToken: token }, { nowMs: NOW_MS + 43_200_000 })).share_status).toBe(
    'PASS_CODE_EMPTY',
  );
});

it('a passcode token ends with a change of the passcode, as do content links', async () => {
  const { world, shareId, token } = await locked();
  const link = claimsOf((await world.open(shareId, { passCodeToken: token })).files[0]?.web_content_link ?? '');
  expect(await openContent(world.parts, link)).not.toBeNull();
  await objects.shares.getByName(shareId).setTerms({
    ownerId: world.owner.userId,
    seq: 1,
    terms: { pass: await newPassHash(world.keyring, 'other') },
  });
  expect((await world.open(shareId, { passCodeToken: token })).share_status).toBe('PASS_CODE_EMPTY');
  expect(await openContent(world.parts, link)).toBeNull();
  expect((await world.open(shareId, { passCode: 'other' })).share_status).toBe('OK');
});

it('a passcode token ends when the link expires', async () => {
  const { world, shareId, token, file } = await locked();
  const link = claimsOf((await world.open(shareId, { passCodeToken: token })).files[0]?.web_content_link ?? '');
  await setClock(shareId, Date.now() + 8 * DAY_MS);
  expect(await world.open(shareId, { passCodeToken: token })).toMatchObject({
    share_status: 'EXPIRED',
    files: [],
    title: '',
    expiration_left: '0',
  });
  expect(await openContent(world.parts, link)).toBeNull();
  expect(await fileInfo(world.parts, { shareId, fileId: file, passCodeToken: token }, world.call())).toMatchObject({
    status: 'EXPIRED',
    file: null,
  });
});

it('a passcode token ends when the link is cancelled or prohibited', async () => {
  const { world, shareId, token } = await locked();
  const link = claimsOf((await world.open(shareId, { passCodeToken: token })).files[0]?.web_content_link ?? '');
  await objects.shares.getByName(shareId).setDecision(world.owner.userId, 'PROHIBITED');
  const view = await world.open(shareId, { passCodeToken: token });
  expect(view).toMatchObject({ share_status: 'PROHIBITED', files: [], user_info: { nickname: '' } });
  expect(await openContent(world.parts, link)).toBeNull();
  await remove(world.parts, world.owner, [shareId]);
  expect((await world.open(shareId, { passCodeToken: token })).share_status).toBe('DELETED');
  await objects.shares.getByName(shareId).setDecision(world.owner.userId, 'OK');
  expect((await world.open(shareId, { passCodeToken: token })).share_status).toBe('DELETED');
});

it('a passcode token opens its own link alone', async () => {
  const { world, shareId, token } = await locked();
  const other = await world.create([world.drive.add('b')], { passCodeRequired: true });
  const open = await world.create([world.drive.add('c')]);
  const { pass_code_token: openToken } = await world.open(open.shareId);
  for (const wrong of [token, openToken, `${token}x`, token.split('.')[0] ?? '', 'a.b', '..']) {
    expect((await world.open(other.shareId, { passCodeToken: wrong })).share_status).toBe('PASS_CODE_EMPTY');
  }
  expect((await world.open(shareId, { passCodeToken: openToken })).share_status).toBe('PASS_CODE_EMPTY');
});

it('8 of 300 concurrent guesses are evaluated, and visitors with a human check or a token are served', async () => {
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

it('a guess costs more human checks after every 25 wrong ones, and a visitor with the passcode gets in', async () => {
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

it('a guess below the limit spends no human check, and a right passcode does not count', async ({ world }) => {
  const { shareId, passCode } = await world.create([world.drive.add('a')], { passCodeRequired: true });
  world.captchas.add('t');
  for (let i = 0; i < 20; i++)
    expect((await world.open(shareId, { passCode }, { captchaToken: 't' })).share_status).toBe('OK');
  expect(world.captchas.has('t')).toBe(true);
});

it('a passcode opens the link with whatever is pasted around it, and a text that may mean several is no try', async () => {
  const world = makeWorld({ passCodeAttempts: 1 });
  const { shareId } = await world.create([world.drive.add('a')], {
    customPassCode: 'aB7391',
    passCodeRequired: true,
  });
  const statusOf = async (passCode: string) => (await world.open(shareId, { passCode })).share_status;
  for (const typed of [
    ' aB7391 ',
    'ａＢ７３９１',
    'aB\u200b7391\u202c',
    '提取码: aB7391',
    'код доступа — aB7391.',
    'a B 7 3 9 1',
  ])
    expect([typed, await statusOf(typed)]).toEqual([typed, 'OK']);
  for (const typed of ['aB7391 or cd7391', 'one11 two22', 'aB7391 cd7391 ef7391'])
    expect([typed, await statusOf(typed)]).toEqual([typed, 'PASS_CODE_ERROR']);
  // Letter case counts, and this is the first try.
  expect(await statusOf('提取码: ab7391')).toBe('PASS_CODE_ERROR');
  await expect(statusOf('提取码: ab7391')).rejects.toMatchObject({ errorName: 'captcha_required' });
});

it('a passcode of any form that was stored before opens the link as it is typed, and costs one try when it is wrong', async () => {
  const world = makeWorld({ passCodeAttempts: 2 });
  const { shareId } = await world.create([world.drive.add('a')], { passCodeRequired: true });
  const odd = ' пароль № 1 ';
  await runInDurableObject(objects.shares.getByName(shareId), async (_, state) => {
    const { salt } = state.storage.sql.exec<{ salt: string }>('SELECT salt FROM share').one();
    state.storage.sql.exec('UPDATE share SET pass_hash = ?', await passHash(world.parts.keyring, salt, odd));
  });
  expect((await world.open(shareId, { passCode: odd })).share_status).toBe('OK');
  for (let tries = 0; tries < 2; tries += 1)
    expect((await world.open(shareId, { passCode: 'код: 7391' })).share_status).toBe('PASS_CODE_ERROR');
  await expect(world.open(shareId, { passCode: 'код: 7391' })).rejects.toMatchObject({
    errorName: 'captcha_required',
  });
});

it('the count of guesses restarts after the window', async () => {
  const world = makeWorld({ passCodeAttempts: 1 });
  const { shareId } = await world.create([world.drive.add('a')], { passCodeRequired: true });
  await world.open(shareId, { passCode: 'wrong' });
  await expect(world.open(shareId, { passCode: 'wrong' })).rejects.toMatchObject({ errorName: 'captcha_required' });
  await setClock(shareId, Date.now() + 601_000);
  expect((await world.open(shareId, { passCode: 'wrong' })).share_status).toBe('PASS_CODE_ERROR');
});

it('a link shows only its tree: no foreign, trashed or moved-out files and none of other links', async () => {
  const world = makeWorld();
  const { drive } = world;
  const top = drive.add('top', undefined, true);
  const inner = drive.add('inner', top, true);
  const file = drive.add('f', inner);
  const beside = drive.add('beside');
  const besideFolder = drive.add('beside folder', undefined, true);
  const { shareId } = await world.create([top]);
  const info = (fileId: typeof file) => fileInfo(world.parts, { shareId, fileId, passCodeToken: '' }, world.call());
  expect((await info(file)).file?.name).toBe('f');
  for (const id of [beside, inner, asNodeId(newWireId()), asNodeId('')])
    expect(await info(id)).toMatchObject({ status: 'OK', file: null });
  expect(await world.open(shareId, { parentId: besideFolder })).toMatchObject({ found: false, files: [] });

  const link = claimsOf((await info(file)).file?.web_content_link ?? '');
  expect((await openContent(world.parts, link))?.content).toMatchObject({ name: 'f' });
  for (const lie of [
    { nodeId: beside },
    { shareEpoch: 9 },
    { ownerId: world.person().userId },
    { shareId: asShareId(newWireId()) },
    { contentKey: 'x' },
    { kind: 'drive' },
  ]) {
    expect(await openContent(world.parts, { ...link, ...lie } as typeof link)).toBeNull();
  }

  drive.node(inner).parentId = besideFolder;
  await changeTree(world, shareId);
  expect(await info(file)).toMatchObject({ file: null });
  expect(await world.open(shareId, { parentId: inner })).toMatchObject({ found: false, files: [] });
  expect(await openContent(world.parts, link)).toBeNull();

  drive.node(inner).parentId = top;
  await changeTree(world, shareId, false);
  expect((await info(file)).file).not.toBeNull();
  drive.node(file).isLive = false;
  await changeTree(world, shareId);
  expect(await info(file)).toMatchObject({ status: 'OK', file: null });
  expect(await openContent(world.parts, link)).toBeNull();
});

it('a link is DELETED at once when its last root is removed', async ({ world }) => {
  const [a, b] = [world.drive.add('a'), world.drive.add('b')];
  const { shareId } = await world.create([a, b]);
  const { files, title } = await world.open(shareId);
  expect([files.length, title]).toEqual([2, 'a']);
  world.drive.node(a).isLive = false;
  await changeTree(world, shareId);
  expect(await world.open(shareId)).toMatchObject({ share_status: 'OK', title: 'b' });
  world.drive.node(b).isLive = false;
  await changeTree(world, shareId);
  expect((await peek(world.parts, { shareId, passCodeToken: '' }, world.call())).status).toBe('DELETED');
  expect(await list(world.parts, world.owner, { limit: 0, pageToken: '', ids: [] }, world.call())).toMatchObject({
    data: [{ share_id: shareId, share_status: 'DELETED' }],
  });
});

it('a visit finds that no root is left when the event handler could not', async ({ world }) => {
  const file = world.drive.add('a');
  const { shareId } = await world.create([file]);
  world.drive.node(file).isLive = false;
  expect((await world.open(shareId)).share_status).toBe('DELETED');
  expect((await peek(world.parts, { shareId, passCodeToken: '' }, world.call())).status).toBe('DELETED');
});
