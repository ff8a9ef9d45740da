/** Archives of a link over a real drive: their listing, an entry by its own link, and what ends them. */
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { Buffer } from 'node:buffer';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { asNodeId, type NodeId, type ShareId } from '#shared/ids.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { ARCHIVES } from '#worker/services/drive/archive/archives-fixture.ts';
import { makeEntryRoutes } from '#worker/services/drive/service.ts';
import { create } from '#worker/services/share/link/create.ts';
import { remove } from '#worker/services/share/link/remove.ts';
import { makeDriveWorld } from '#worker/services/share/real-drive-fixture.ts';
import { linkArchiveEntry, listArchive } from '#worker/services/share/visit/archive.ts';
import { makeLinkCounts } from '#worker/services/share/visit/counting.ts';
import { open } from '#worker/services/share/visit/open.ts';
import { openContent } from '#worker/services/share/visit/open-content.ts';

const { drive, driveDeps, parts, call, person, folder } = makeDriveWorld();
const NOTE = 'A file of the trip.\n';

async function put(owner: Caller, name: keyof typeof ARCHIVES, parentId = asNodeId('')): Promise<NodeId> {
  const bytes = new Uint8Array(Buffer.from(ARCHIVES[name], 'base64'));
  const body = new Response(bytes).body;
  const input = { parentId, name, sizeBytes: bytes.length, modifiedMs: null, body };
  return asNodeId((await drive.putFile(owner, input, call)).file?.id ?? '');
}

async function share(owner: Caller, fileIds: readonly NodeId[], customPassCode = ''): Promise<ShareId> {
  const rest = { expirationDays: -1, title: '', shareTo: 'publiclink', restoreLimit: -1 };
  const pass = { passCodeRequired: customPassCode !== '', customPassCode };
  return (await create(parts, owner, { fileIds, ...pass, ...rest }, call)).shareId;
}

/** @param passing  calls that are counted pass */
function makeContent(passing = true) {
  const content = new Hono<AppEnv>();
  const counted: string[] = [];
  const sent: number[] = [];
  content.use(async (c, next) => {
    c.set('hostKind', 'content');
    c.set('call', call);
    await next();
  });
  content.route(
    '/',
    makeEntryRoutes({
      ...driveDeps,
      linkTraffic: { add: (_ownerId, sizeBytes) => void sent.push(sizeBytes) },
      linkCounts: makeLinkCounts(parts),
      contentSources: { drive: async () => null, share: (claims) => openContent(parts, claims) },
      countOpenCall: async ({ name }) => {
        counted.push(name.replace(/:.*/, ''));
        if (!passing) throw new AppError('too_many_requests');
      },
    }),
  );
  return {
    counted,
    /** Bytes of visitors: the drive of the owner is not called. */
    sent,
    async get(url: string) {
      const context = createExecutionContext();
      const answer = await content.request(new Request(url), undefined, undefined, context);
      const text = await answer.text();
      await waitOnExecutionContext(context);
      return { status: answer.status, text };
    },
  };
}

async function entryOf(shareId: ShareId, fileId: NodeId, options: { passCodeToken?: string; password?: string } = {}) {
  const { passCodeToken = '', password = '' } = options;
  const query = { shareId, fileId, passCodeToken, password };
  const { answer: listed } = await listArchive(parts, { ...query, path: 'Trip' }, call);
  const index = listed?.files.find(({ filename }) => filename === 'note.txt')?.index ?? -1;
  return (await linkArchiveEntry(parts, { ...query, index }, call)).answer;
}

it.each(['plain.zip', 'aes.zip', 't.tar.gz', 'p.7z', 'enc.7z'] as const)(
  '%s is listed for a visitor, who gets one entry by its link',
  async (name) => {
    const owner = person();
    const fileId = await put(owner, name);
    const shareId = await share(owner, [fileId]);
    const password = /aes|enc/.test(name) ? 'secret' : '';
    const top = await listArchive(parts, { shareId, fileId, passCodeToken: '', password, path: '' }, call);
    expect(top.answer).toMatchObject({ status: 'OK', title: name, gcid: '', files: [{ filename: 'Trip' }] });
    const entry = await entryOf(shareId, fileId, { password });
    expect(entry).toMatchObject({ name: 'note.txt', size: String(NOTE.length) });
    const content = makeContent();
    expect(await content.get(entry?.url ?? '')).toEqual({ status: 200, text: NOTE });
    expect(content.counted).toContain('archive-entry');
    expect(content.counted.includes('archive-unpack')).toBe(!name.endsWith('.zip'));
    expect([content.sent, await drive.sentBytes(owner, 1)]).toEqual([[NOTE.length], 0]);
  },
);

it('a missing and a wrong password are said, and entries wait for the right one', async () => {
  const owner = person();
  const fileId = await put(owner, 'enc.7z');
  const shareId = await share(owner, [fileId]);
  const list = (password: string) =>
    listArchive(parts, { shareId, fileId, passCodeToken: '', path: '', password }, call);
  expect((await list('')).answer).toMatchObject({ status: 'PASS_WORD_EMPTY', files: [] });
  expect((await list('wrong')).answer).toMatchObject({ status: 'PASS_WORD_ERROR', files: [] });
  const link = linkArchiveEntry(parts, { shareId, fileId, passCodeToken: '', index: 1, password: 'wrong' }, call);
  await expect(link).rejects.toMatchObject({ errorName: 'unzip_password_incorrect' });
});

it('a locked link shows no archive without its passcode', async () => {
  const owner = person();
  const fileId = await put(owner, 'plain.zip');
  const shareId = await share(owner, [fileId], 'open42');
  const query = { shareId, fileId, passCodeToken: '', path: '', password: '' };
  expect(await listArchive(parts, query, call)).toEqual({
    status: 'PASS_CODE_EMPTY',
    passCodeToken: '',
    answer: null,
  });
  expect(await linkArchiveEntry(parts, { ...query, index: 1 }, call)).toMatchObject({ answer: null });
  const visit = { parentId: asNodeId(''), limit: 0, pageToken: '', order: 'name_asc' as const, foldersFirst: true };
  const opened = await open(parts, { shareId, passCode: 'open42', passCodeToken: '', ...visit }, call);
  const entry = await entryOf(shareId, fileId, { passCodeToken: opened.pass_code_token });
  expect((await makeContent().get(entry?.url ?? '')).text).toBe(NOTE);
});

it('an archive beside the link is no archive of it, and a file that is none is refused', async () => {
  const owner = person();
  const top = await folder(owner, 'top');
  const [inside, beside] = [await put(owner, 'plain.zip', top), await put(owner, 'p.7z')];
  const shareId = await share(owner, [top]);
  const list = (fileId: NodeId) =>
    listArchive(parts, { shareId, fileId, passCodeToken: '', path: '', password: '' }, call);
  expect((await list(inside)).answer?.status).toBe('OK');
  await expect(list(beside)).rejects.toMatchObject({ errorName: 'file_not_found' });
  await expect(list(top)).rejects.toMatchObject({ errorName: 'file_not_found' });
});

it.each(['trashed', 'moved out', 'cancelled'] as const)(
  'a link to an entry ends when its archive is %s',
  async (how) => {
    const owner = person();
    const top = await folder(owner, 'top');
    const fileId = await put(owner, 'plain.zip', top);
    const shareId = await share(owner, [top]);
    const entry = await entryOf(shareId, fileId);
    const content = makeContent();
    expect((await content.get(entry?.url ?? '')).status).toBe(200);
    if (how === 'trashed') await drive.trash(owner, [fileId], call);
    if (how === 'moved out') await drive.move(owner, [fileId], await folder(owner, 'elsewhere'), call);
    if (how === 'cancelled') await remove(parts, owner, [shareId]);
    expect(await content.get(entry?.url ?? '')).toEqual({ status: 403, text: '' });
  },
);

it('an archive of a link: entries and looks of one address are counted, and one too many is refused', async () => {
  const owner = person();
  const fileId = await put(owner, 'plain.zip');
  const shareId = await share(owner, [fileId]);
  const entry = await entryOf(shareId, fileId);
  const error = await makeContent(false).get(entry?.url ?? '');
  expect([error.status, error.text.includes(NOTE)]).toEqual([500, false]);
  const shield = { ...parts.shield, countOpenCall: () => Promise.reject(new AppError('too_many_requests')) };
  const query = { shareId, fileId, passCodeToken: '', path: '', password: '' };
  await expect(listArchive({ ...parts, shield }, query, call)).rejects.toMatchObject({
    errorName: 'too_many_requests',
  });
});
