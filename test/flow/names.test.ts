/**
 * Names go through the product byte for byte: made, listed, shown, downloaded, shared and saved by another person; and names
 * that could mislead a file system are refused everywhere. Over plain HTTP on the real server.
 */
import { expect, test } from 'vitest';
import { roundTripNames } from '#test/seed/names.ts';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { inLanes } from './lanes.ts';
import { makeWireClient } from './wire-client.ts';

const LANES = 8;
/** Every tenth name belongs to a file with one byte, uploaded by the S3-style endpoint; the others are empty. */
const WITH_BYTES = 10;
const PAGE = '150';

const ALICE = newPerson('Alice');
const BOB = newPerson('Bob');

/** Files of the first test, by id: the others continue with them. */
let carried: { readonly folderId: string; readonly ids: readonly string[]; readonly names: readonly string[] };

const server = await sharedServer(ALICE, BOB);
const wire = makeWireClient(server.origin);
const alice = await wire.signIn(ALICE.email);
const bob = await wire.signIn(BOB.email);

/** Bytes, not letters: two spellings that look alike must not pass for each other. */
function hexOf(name: string): string {
  return Buffer.from(name, 'utf8').toString('hex');
}

async function makeFile(name: string, parentId: string, at: number): Promise<string> {
  if (at % WITH_BYTES === 0) return wire.upload(alice, { name, bytes: new Uint8Array([at % 256]), parentId });
  const made = await alice.post('/drive/v1/files', {
    kind: 'drive#file',
    name,
    size: '0',
    parent_id: parentId,
    upload_type: 'UPLOAD_TYPE_RESUMABLE',
  });
  expect([name, made.status, made.body.file?.phase]).toEqual([name, 200, 'PHASE_TYPE_COMPLETE']);
  return made.body.file.id;
}

/** Every page of a list, as id -> name. */
async function pages(path: string, query: Record<string, string>, token?: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (let pageToken = ''; ; ) {
    const page = await wire.call('GET', path, {
      query: { ...query, limit: PAGE, page_token: pageToken },
      ...(token ? { token } : {}),
    });
    expect(page.status).toBe(200);
    for (const { id, name } of page.body.files) found.set(id, name);
    pageToken = page.body.next_page_token;
    if (pageToken === '') return found;
  }
}

/** Reads a Content-Disposition header by RFC 6266 and RFC 8187: `filename*` wins over `filename`. */
function fileNameOf(header: string): string {
  const fields = new Map<string, string>();
  const field = /;[ \t]*([!#$%&'*+.^_`|~\w-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\[\t -~])*)"|([!#$%&'*+.^_`|~\w-]+))/gy;
  field.lastIndex = /^(attachment|inline)/.exec(header)?.[0].length ?? 0;
  let endsAt = field.lastIndex;
  for (let found = field.exec(header); found; found = field.exec(header)) {
    const [, name = '', quoted, token] = found;
    expect(fields.has(name.toLowerCase())).toBe(false);
    fields.set(name.toLowerCase(), token ?? (quoted ?? '').replace(/\\(.)/g, '$1'));
    endsAt = field.lastIndex;
  }
  expect(header.slice(endsAt)).toBe('');
  expect(header).toMatch(/^[ -~]*$/);
  const extended = fields.get('filename*');
  if (extended === undefined) return fields.get('filename') ?? '';
  const [, value = ''] = /^UTF-8'[\w-]*'((?:%[0-9A-F]{2}|[A-Za-z0-9!#$&+.^_`|~-])*)$/.exec(extended) ?? [];
  return decodeURIComponent(value);
}

test('more than 400 names come back byte for byte from list, detail, download, share and a copy of another person', async () => {
  const names = roundTripNames();
  expect(names.length).toBeGreaterThanOrEqual(400);
  const folderId = await alice.makeFolder('names');
  const ids = await inLanes(names, LANES, (name, at) => makeFile(name, folderId, at));
  carried = { folderId, ids, names };
  const expected = new Map(ids.map((id, at) => [id, hexOf(names[at] ?? '')]));
  expect(expected.size).toBe(names.length);
  const hexes = (found: Map<string, string>) => new Map([...found].map(([id, name]) => [id, hexOf(name)]));

  expect(hexes(await pages('/drive/v1/files', { parent_id: folderId }, alice.token))).toEqual(expected);

  await inLanes(ids, LANES, async (id, at) => {
    const name = names[at] ?? '';
    const detail = await alice.get(`/drive/v1/files/${id}`);
    expect([detail.status, hexOf(detail.body.name)]).toEqual([200, hexOf(name)]);
    const { status, bytes, headers } = await wire.download(detail.body.links['application/octet-stream'].url);
    expect([name, status, bytes.length]).toEqual([name, 200, at % WITH_BYTES === 0 ? 1 : 0]);
    expect(hexOf(fileNameOf(headers.get('content-disposition') ?? ''))).toBe(hexOf(name));
  });

  const { share_id } = await alice.share([folderId]);
  const { pass_code_token } = (await wire.call('GET', '/drive/v1/share', { query: { share_id } })).body;
  const inShare = await pages('/drive/v1/share/detail', { share_id, pass_code_token, parent_id: folderId });
  expect(hexes(inShare)).toEqual(expected);

  const saved = await bob.post('/drive/v1/share/restore', { share_id, pass_code_token, file_ids: [folderId] });
  expect(saved.status).toBe(200);
  const task = await wire.waitTask(bob, saved.body.restore_task_id);
  expect(task.body.phase).toBe('PHASE_TYPE_COMPLETE');
  const copyId = JSON.parse(task.body.params.trace_file_ids)[folderId];
  const copied = await pages('/drive/v1/files', { parent_id: copyId }, bob.token);
  expect([...copied.values()].map(hexOf).sort()).toEqual([...expected.values()].sort());
});

/** Some whole letters from the middle, in another normalisation form. */
function partOf(name: string, at: number): string {
  const letters = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(name)].map((each) => each.segment);
  const part = letters.slice(letters.length >> 2, (letters.length >> 2) + 8).join('');
  const spelled = [
    part,
    part.normalize('NFD'),
    part.normalize('NFC'),
    part.replace(/[a-z]/g, (letter) => letter.toUpperCase()),
  ];
  return spelled[at % spelled.length] ?? part;
}

test('all names are set again in one call, found by a part, starred, noted, and requested', async () => {
  const { folderId, ids, names } = carried;
  const { token } = alice;
  // Each takes the name of its neighbour: every name is taken when the call begins.
  const turned = names.map((_, at) => names[(at + 1) % names.length] ?? '');
  const items = ids.map((id, at) => ({ id, name: turned[at] ?? '' }));
  const renamed = await wire.call('POST', '/drive/v1/files:batchRename', { token, body: { items } });
  expect((await wire.waitTask(alice, renamed.body.task_id)).body.phase).toBe('PHASE_TYPE_COMPLETE');
  const expected = new Map(ids.map((id, at) => [id, hexOf(turned[at] ?? '')]));
  const hexes = (found: Map<string, string>) => new Map([...found].map(([id, name]) => [id, hexOf(name)]));
  expect(hexes(await pages('/drive/v1/files', { parent_id: folderId }, token))).toEqual(expected);

  await inLanes(ids, LANES, async (id, at) => {
    const part = partOf(turned[at] ?? '', at);
    if (part.trim() === '') return;
    const found = await pages('/drive/v1/files:search', { q: part }, token);
    expect([part, hexOf(found.get(id) ?? '')]).toEqual([part, expected.get(id)]);
  });

  await wire.call('POST', '/drive/v1/files:star', { token, body: { ids } });
  const starred = await pages('/drive/v1/files', { filters: JSON.stringify({ starred: { eq: true } }) }, token);
  expect(hexes(starred)).toEqual(expected);

  await inLanes(ids, LANES, async (id) => {
    const noted = await wire.call('POST', '/drive/v1/events', {
      token,
      body: { event: { type: 'TYPE_VIEW', file_id: id } },
    });
    expect(noted.status).toBe(200);
  });
  const events = new Map<string, string>();
  for (let pageToken = ''; ; ) {
    const page = await wire.call('GET', '/drive/v1/events', {
      token,
      query: { filters: JSON.stringify({ type: { eq: 'TYPE_VIEW' } }), page_token: pageToken },
    });
    for (const { file_id, file_name } of page.body.events) events.set(file_id, file_name);
    pageToken = page.body.next_page_token;
    if (pageToken === '') break;
  }
  expect(hexes(events)).toEqual(expected);

  // Composed or decomposed, it is the same name that is taken.
  const asked = await wire.call('POST', '/drive/v1/files:conflicts', {
    token,
    body: { parent_id: folderId, names: turned.map((name) => name.normalize('NFD')) },
  });
  const taken = new Map<string, string>(
    asked.body.conflicts.map(({ file }: { file: { id: string; name: string } }) => [file.id, file.name]),
  );
  expect(hexes(taken)).toEqual(expected);

  await inLanes(
    ids.filter((_, at) => at % WITH_BYTES === 3),
    LANES,
    async (id) => {
      const detail = await wire.call('GET', `/drive/v1/files/${id}`, { token });
      const { headers } = await wire.download(detail.body.links['application/octet-stream'].url);
      expect(hexOf(fileNameOf(headers.get('content-disposition') ?? ''))).toBe(expected.get(id));
    },
  );
});
