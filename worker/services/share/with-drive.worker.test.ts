/** Links over a real drive: events, removal and saving from end to end. */
import { runInDurableObject } from 'cloudflare:test';
import { expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { asNodeId, asShareId, type NodeId, type ShareId } from '#shared/ids.ts';
import { pngOf } from '#test/seed/pictures.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { Caller } from '#worker/platform/request.ts';
import type { LinkClaims, NodesRest } from '#worker/services/drive/service.ts';
import { audit } from './link/audit.ts';
import { change } from './link/change.ts';
import { create } from './link/create.ts';
import { ownLink } from './link/own-links.ts';
import { remove } from './link/remove.ts';
import { changeInput } from './link/wire-terms.ts';
import { makeDriveWorld } from './real-drive-fixture.ts';
import { restore } from './save/restore.ts';
import { keyOfLink, objects, peek } from './share-fixture.ts';

import { open } from './visit/open.ts';
import { openContent } from './visit/open-content.ts';
import { makePictures } from './visit/pictures.ts';

const signed: LinkClaims[] = [];
const { drive, driveDeps, parts, call, person, folder } = makeDriveWorld((real) => ({
  ...real,
  shareContentLinks: async (share) => {
    const links = await real.shareContentLinks(share);
    return (nodeId, linkKey, name) => {
      const { ownerId, shareId, epoch: shareEpoch, expiresAtMs } = share;
      const contentKey = keyOfLink(linkKey) as LinkClaims['contentKey'];
      const claims = {
        kind: 'share',
        ownerId,
        contentKey,
        expiresAtMs,
        attachment: true,
        shareId,
        shareEpoch,
      } as const;
      signed.push({ ...claims, nodeId: asNodeId(nodeId) });
      return links(nodeId, linkKey, name);
    };
  },
}));

async function file(person: Caller, name: string, parentId = asNodeId('')): Promise<NodeId> {
  const input = { parentId, name, sizeBytes: 0, gcid: '', contentKey: '', protocol: 'own' as const, modifiedMs: null };
  return asNodeId((await drive.beginUpload(person, input, call)).file?.id ?? '');
}

function createLink(person: Caller, fileIds: readonly NodeId[], restoreLimit = -1, passCodeRequired = false) {
  const rest = { passCodeRequired, customPassCode: '', expirationDays: -1, title: '', shareTo: 'publiclink' };
  return create(parts, person, { fileIds, restoreLimit, ...rest }, call);
}

function openLink(shareId: ShareId, parentId = asNodeId(''), passCode = '') {
  const rest = {
    passCode,
    passCodeToken: '',
    limit: 0,
    pageToken: '',
    order: 'name_asc' as const,
    foldersFirst: true,
  };
  return open(parts, { shareId, parentId, ...rest }, call);
}

it("a link follows its owner's changes: new, renamed, removed and cancelled", async () => {
  const alice = person();
  const [outside, top] = [await folder(alice, 'outside'), await folder(alice, 'top')];
  const inner = await folder(alice, 'inner', top);
  const leaf = await file(alice, 'leaf.txt', inner);
  const { shareId } = await createLink(alice, [top]);
  expect(await openLink(shareId)).toMatchObject({ title: 'top', file_num: '1', files: [{ id: top, parent_id: '' }] });
  const view = await openLink(shareId, inner);
  expect(view).toMatchObject({
    found: true,
    files: [{ id: leaf, name: 'leaf.txt' }],
    path: [{ id: top }, { id: inner }],
  });
  expect(view.files[0]?.web_content_link).toMatch(/^https:\/\/content\.test\/f\//);
  expect(await openLink(shareId, outside)).toMatchObject({ found: false, files: [] });
  const claims = signed.findLast(({ nodeId }) => nodeId === leaf);
  expect(claims && (await openContent(parts, claims))?.content).toMatchObject({ name: 'leaf.txt', sizeBytes: 0 });

  await drive.rename(alice, leaf, 'renamed.txt', call);
  await expect.poll(async () => (await openLink(shareId, inner)).files[0]?.name).toBe('renamed.txt');

  await drive.move(alice, [inner], outside, call);
  expect(await openLink(shareId, inner)).toMatchObject({ found: false, files: [] });
  expect(claims && (await openContent(parts, claims))).toBeNull();

  await drive.trash(alice, [top], call);
  const status = async () => (await peek(parts, { shareId, passCodeToken: '' }, call)).status;
  expect(await status()).toBe('DELETED');
  await drive.untrash(alice, [top], call);
  await expect.poll(status).toBe('OK');
  await remove(parts, alice, [shareId]);
  await drive.rename(alice, top, 'top again', call);
  expect(await status()).toBe('DELETED');
});

it.each([
  ['of an open link', false],
  ['of a link with a passcode', true],
])('an image %s stops with its content and with its file', async (_what, passCodeRequired) => {
  const alice = person();
  const top = await folder(alice, 'top');
  const put = async (name: string, conflict: 'keep_both' | 'replace' = 'keep_both') => {
    const bytes = pngOf(60, 40, newHexId());
    const input = {
      parentId: top,
      name,
      modifiedMs: null,
      sizeBytes: bytes.length,
      body: new Response(bytes).body,
      conflict,
    };
    return asNodeId((await drive.putFile(alice, input, call)).file?.id ?? '');
  };
  const ids = [await put('a.png'), await put('b.png'), await put('c.png')] as const;
  const { shareId, passCode } = await createLink(alice, [top], -1, passCodeRequired);
  const images = makePictures(parts);
  const linksOf = async () => {
    const { files } = await openLink(shareId, top, passCode);
    return new Map(files.map(({ id, thumbnail_link }) => [id, thumbnail_link]));
  };
  const look = async (link = '') => {
    const [, , scope = '', name = '', size = ''] = new URL(link).pathname.split('/');
    const claims = await driveDeps.imageSigner.verify({ scope, name, size }, driveDeps.clock.nowMs());
    return claims && (await images(claims)) ? 'shown' : 'refused';
  };
  const links = await linksOf();
  const lookAtAll = () => Promise.all(ids.map((id) => look(links.get(id))));
  expect(await lookAtAll()).toEqual(['shown', 'shown', 'shown']);
  await drive.trash(alice, [ids[0]], call);
  expect(await lookAtAll()).toEqual(['refused', 'shown', 'shown']);
  expect(await put('b.png', 'replace')).toBe(ids[1]);
  await expect.poll(lookAtAll).toEqual(['refused', 'refused', 'shown']);
  expect(await look((await linksOf()).get(ids[1]))).toBe('shown');
  await drive.move(alice, [ids[2]], asNodeId(''), call);
  expect(await lookAtAll()).toEqual(['refused', 'refused', 'refused']);
});

it('a link of very much is made at once and counted after', async () => {
  const alice = person();
  const top = await folder(alice, 'top');
  await runInDurableObject(objects.drives.getByName(alice.userId), (_, { storage }) => {
    storage.sql.exec(
      `INSERT INTO nodes (id, parent_id, is_file, name, name_key, sort_key, category, size_bytes, content_key, created_ms, modified_ms, user_modified_ms)
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
         SELECT printf('V%025d', i), ?, 1, 'f' || i, 'f' || i, 'f' || i, 'OTHER', 3, '1-ab', 1, 1, 1 FROM n`,
      top,
    );
  });
  const described = await drive.describeForShare(alice, [top]);
  expect(described).toMatchObject([{ name: 'top', fileCount: 0, isUncounted: true }]);
  const { shareId } = await createLink(alice, [top]);
  await expect.poll(async () => (await openLink(shareId)).file_num).toBe('2500');
  await drive.trash(alice, [top], call);
  expect((await peek(parts, { shareId, passCodeToken: '' }, call)).status).toBe('DELETED');
});

it('all of a large share is read in steps, folders and files each once', async () => {
  const alice = person();
  const top = await folder(alice, 'top');
  const inner = await folder(alice, 'inner', top);
  await file(alice, 'last.txt', inner);
  // 700 folders with a file each, and 12,000 files in a folder that is a root itself, too.
  await runInDurableObject(objects.drives.getByName(alice.userId), (_, { storage }) => {
    const add = (start: string, parent: string, is_file: number, count: number) =>
      storage.sql.exec(
        `INSERT INTO nodes (id, parent_id, is_file, name, name_key, sort_key, category, size_bytes, content_key, created_ms, modified_ms, user_modified_ms)
           WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?4)
           SELECT printf(?1 || '%024d', i), iif(?2 = 'own', printf('VA%024d', i), ?2), ?3, 'f' || i, 'f' || i, 'f' || i, 'OTHER', 3, iif(?3, '1-ab', NULL), 1, 1, 1 FROM n`,
        start,
        parent,
        is_file,
        count,
      );
    add('VA', top, 0, 700);
    add('VB', 'own', 1, 700);
    add('VC', inner, 1, 12_000);
  });
  const roots = [inner, top];
  const first = await drive.nodesOfShare(alice.userId, roots, null);
  expect([first.nodes.length, first.rest !== null]).toEqual([10_000, true]);
  expect(first.nodes.filter(({ parentId }) => parentId === '').map(({ id }) => id)).toEqual([top]);
  const second = await drive.nodesOfShare(alice.userId, roots, first.rest);
  expect(second.rest).toBeNull();
  const all = [...first.nodes, ...second.nodes];
  expect([all.length, new Set(all.map(({ id }) => id)).size]).toEqual([13_403, 13_403]);
  expect(all.filter(({ contentKey }) => contentKey === '')).toHaveLength(702);
  // A folder that moved between two calls is asked for twice: it is read twice, and then all is read.
  const counts: number[] = [];
  for (let rest: NodesRest | null = { folderIds: [inner, inner], after: null }; rest && counts.length < 5; ) {
    const step = await drive.nodesOfShare(alice.userId, roots, rest);
    counts.push(step.nodes.length);
    rest = step.rest;
  }
  expect(counts).toEqual([10_000, 10_000, 4_002]);
});

it('a link of a folder counts again what its owner adds, removes and brings back', async () => {
  const alice = person();
  const top = await folder(alice, 'top');
  await file(alice, 'one.txt', top);
  const { shareId } = await createLink(alice, [top]);
  const count = async () => (await openLink(shareId)).file_num;
  expect(await count()).toBe('1');
  const second = await file(alice, 'two.txt', top);
  await file(alice, 'three.txt', await folder(alice, 'inner', top));
  await expect.poll(count).toBe('3');
  await drive.trash(alice, [second], call);
  await expect.poll(count).toBe('2');
  await drive.untrash(alice, [second], call);
  await expect.poll(count).toBe('3');
});

it("a link is saved into another person's drive as often as its owner allows", async () => {
  const [alice, bob, carla] = [person(), person(), person()];
  const top = await folder(alice, 'top');
  await file(alice, 'a.txt', top);
  const beside = await file(alice, 'beside.txt');
  const { shareId } = await createLink(alice, [top], 1);
  const save = (person: Caller, fileIds: readonly NodeId[] = []) =>
    restore(parts, person, { shareId: asShareId(shareId), passCodeToken: '', fileIds, parentId: null }, call);
  await expect(save(alice)).rejects.toMatchObject({ errorName: 'file_restore_own' });
  await expect(save(bob, [beside])).rejects.toBeInstanceOf(AppError);
  const saved = await save(bob);
  expect(saved).toMatchObject({ share_status: 'OK', restore_status: 'RESTORE_COMPLETE' });
  const listed = await drive.list(bob, {
    parentId: saved.file_id,
    limit: 0,
    pageToken: '',
    order: 'name_asc',
    foldersFirst: true,
    trashed: false,
  });
  expect(listed.files.map(({ name }) => name)).toEqual(['top']);
  expect((await save(carla)).share_status).toBe('MAX_RESTORE_COUNT');
  expect((await save(bob)).restore_task_id).toBe(saved.restore_task_id);
});

it("an operator's decision on a file deep inside closes the link, also after the content is restored", async () => {
  const [alice, bob] = [person(), person()];
  const top = await folder(alice, 'top');
  const leaf = await file(alice, 'leaf.txt', await folder(alice, 'inner', top));
  const [over, beside, foreign] = [
    await createLink(alice, [top]),
    await createLink(alice, [await folder(alice, 'beside')]),
    await createLink(bob, [await folder(bob, 'of bob')]),
  ];
  const status = async ({ shareId }: { shareId: ShareId }) =>
    (await peek(parts, { shareId, passCodeToken: '' }, call)).status;
  const judge = (word: 'OK' | 'PROHIBITED', ownerId = alice.userId) =>
    audit(parts, { ownerId, fileIds: [leaf], gcids: [], status: word, operatorId: bob.userId });
  expect(await judge('PROHIBITED')).toEqual([{ shareId: over.shareId, status: 'PROHIBITED' }]);
  expect(await judge('PROHIBITED', bob.userId)).toEqual([]);
  expect(await Promise.all([over, beside, foreign].map(status))).toEqual(['PROHIBITED', 'OK', 'OK']);

  await drive.trash(alice, [top], call);
  await drive.untrash(alice, [top], call);
  expect(await status(over)).toBe('PROHIBITED');
  expect(await judge('OK')).toEqual([{ shareId: over.shareId, status: 'OK' }]);
  expect(await status(over)).toBe('OK');
  await remove(parts, alice, [over.shareId]);
  await judge('OK');
  expect(await status(over)).toBe('DELETED');
});

it('a title that is emptied goes back to the name of the file, and follows it again', async () => {
  const alice = person();
  const top = await folder(alice, 'Old name');
  const { shareId } = await createLink(alice, [top]);
  const retitle = (title: string) => change(parts, alice, changeInput({ share_id: shareId, title }), call);
  expect(await retitle('For you')).toMatchObject({ title: 'For you' });
  await drive.rename(alice, top, 'New name', call);
  expect(await openLink(shareId)).toMatchObject({ title: 'For you' });
  expect(await retitle('  ')).toMatchObject({ title: 'New name' });
  expect(await openLink(shareId)).toMatchObject({ title: 'New name' });
  expect(await ownLink(parts, alice, shareId, call)).toMatchObject({ title: 'New name', file_name: 'New name' });
  await drive.rename(alice, top, 'Newest name', call);
  await expect.poll(async () => (await openLink(shareId)).title).toBe('Newest name');
  await drive.trash(alice, [top], call);
  expect(await retitle('')).toMatchObject({ share_id: shareId });
});
