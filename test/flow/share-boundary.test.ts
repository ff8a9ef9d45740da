/**
 * Files outside a link stay outside: 300 and more probes with foreign, trashed and moved-out ids, forged paths, tokens of
 * other links, ended tokens and altered content links. None gets a name, an id, a byte or a success. On the real server.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '#test/server.ts';
import { ARCHIVES } from '#worker/services/drive/archive/archives-fixture.ts';
import { inLanes } from './lanes.ts';
import { makePageProbes } from './share-page-probes.ts';
import { warmCaches } from './warm-caches.ts';
import { type Answer, makeWireClient, type Person, type WireClient } from './wire-client.ts';

const LANES = 6;
const PASS_CODE = 'open42';
/** In every hidden name and in the bytes of every hidden file. */
const MARK = 'HIDDEN';
/** In the names and bytes that only the right token may see. */
const LOCKED = 'LOCKED';

let server: TestServer;
let wire: WireClient;
let alice: Person;
let bob: Person;
let carla: Person;

beforeAll(async () => {
  server = await startServer({ env: { LIMITS: JSON.stringify({ passCodeAttempts: 10_000 }) } });
  wire = makeWireClient(server.origin);
  [alice, bob, carla] = await Promise.all(
    ['alice', 'bob', 'carla'].map((name) => wire.signIn(`${name}@example.com`)),
  ).then(([a, b, c]) => [a, b, c] as [Person, Person, Person]);
});

afterAll(() => server?.stop());

async function folder(person: Person, name: string, parentId = ''): Promise<string> {
  const body = { kind: 'drive#folder', name, parent_id: parentId };
  const made = await wire.call('POST', '/drive/v1/files', { token: person.token, body });
  expect(made.status).toBe(200);
  return made.body.file.id;
}

function file(person: Person, name: string, parentId = ''): Promise<string> {
  return wire.upload(person, { name, bytes: new TextEncoder().encode(`bytes of ${name}`), parentId });
}

/** An archive whose entries have no marks: what it shows are its own names. */
function archive(person: Person, name: string, parentId = ''): Promise<string> {
  return wire.upload(person, { name, bytes: new Uint8Array(Buffer.from(ARCHIVES['plain.zip'], 'base64')), parentId });
}

async function share(fileIds: string[], passCode = ''): Promise<string> {
  const body = {
    file_ids: fileIds,
    share_to: passCode ? 'encryptedlink' : 'publiclink',
    pass_code_option: passCode ? 'REQUIRED' : 'NOT_REQUIRED',
    custom_pass_code: passCode,
    expiration_days: -1,
  };
  const made = await wire.call('POST', '/drive/v1/share', { token: alice.token, body });
  expect(made.status).toBe(200);
  return made.body.share_id;
}

async function tokenOf(shareId: string, passCode = ''): Promise<string> {
  const opened = await wire.call('GET', '/drive/v1/share', { query: { share_id: shareId, pass_code: passCode } });
  expect(opened.body.share_status).toBe('OK');
  return opened.body.pass_code_token;
}

async function batch(call: string, ids: string[], to?: string): Promise<void> {
  const body = { ids, ...(to === undefined ? {} : { to: { parent_id: to } }) };
  const begun = await wire.call('POST', `/drive/v1/files:${call}`, { token: alice.token, body });
  expect(begun.status).toBe(200);
  expect((await wire.waitTask(alice, begun.body.task_id)).body.phase).toBe('PHASE_TYPE_COMPLETE');
}

const openShare = (query: Record<string, string>): Promise<Answer> => wire.call('GET', '/drive/v1/share', { query });
const detail = (query: Record<string, string>): Promise<Answer> =>
  wire.call('GET', '/drive/v1/share/detail', { query });
const fileInfo = (query: Record<string, string>): Promise<Answer> =>
  wire.call('GET', '/drive/v1/share/file_info', { query });
const restore = (body: object, person = bob): Promise<Answer> =>
  wire.call('POST', '/drive/v1/share/restore', { token: person.token, body });

const listArchive = (body: object): Promise<Answer> => wire.call('POST', '/drive/v1/share/archive_list', { body });
const archiveEntry = (body: object): Promise<Answer> => wire.call('POST', '/drive/v1/share/archive_entry', { body });

/** The link to `Trip/note.txt` of an archive. */
async function entryLinkOf(query: Record<string, string>): Promise<string> {
  const listed = await listArchive({ ...query, path: 'Trip' });
  const files: { filename: string; index: number }[] = listed.body.archive.files;
  const { index } = files.find(({ filename }) => filename === 'note.txt') ?? {};
  return (await archiveEntry({ ...query, index })).body.entry.url;
}

async function linkOf(query: Record<string, string>): Promise<string> {
  const info = await fileInfo(query);
  expect(info.body.share_status).toBe('OK');
  return info.body.file_info.links['application/octet-stream'].url;
}

async function everything(person: Person): Promise<string> {
  const query = { parent_id: '*', limit: '1000' };
  const listed = await wire.call('GET', '/drive/v1/files', { token: person.token, query });
  return JSON.stringify(listed.body.files.map(({ id, name }: { id: string; name: string }) => [id, name]).sort());
}

/** A link with a passcode, the files around it, and those that were in it once. */
async function makeWorld() {
  const top = await folder(alice, `${LOCKED} top`);
  const inner = await folder(alice, `${LOCKED} inner`, top);
  const a = await file(alice, `${LOCKED} a.txt`, top);
  const b = await file(alice, `${LOCKED} b.txt`, inner);
  const packed = await archive(alice, `${LOCKED} p.zip`, inner);
  const outside = await folder(alice, `${MARK} outside`);
  const trashedDir = await folder(alice, `${MARK} trashed folder`, inner);
  const movedDir = await folder(alice, `${MARK} moved folder`, top);
  const hidden: Record<string, string> = {
    'the folder beside': outside,
    'a file beside': await file(alice, `${MARK} beside.txt`),
    'a file of the folder beside': await file(alice, `${MARK} secret.txt`, outside),
    'a trashed child': await file(alice, `${MARK} trashed.txt`, top),
    'a trashed folder': trashedDir,
    'a child of a trashed folder': await file(alice, `${MARK} in trash.txt`, trashedDir),
    'a child moved out': await file(alice, `${MARK} moved.txt`, inner),
    'a folder moved out': movedDir,
    'a child of a folder moved out': await file(alice, `${MARK} in moved.txt`, movedDir),
    'a deleted child': await file(alice, `${MARK} deleted.txt`, top),
    'an archive beside': await archive(alice, `${MARK} beside.zip`),
    'an archive moved out': await archive(alice, `${MARK} moved.zip`, inner),
    'a trashed archive': await archive(alice, `${MARK} trashed.zip`, top),
    "carla's file": await file(carla, `${MARK} of carla.txt`),
    "carla's folder": await folder(carla, `${MARK} folder of carla`),
  };
  const otherDir = await folder(alice, `${MARK} other link`);
  hidden['the root of another link'] = otherDir;
  hidden['a file of another link'] = await file(alice, `${MARK} other.txt`, otherDir);

  const locked = await share([top], PASS_CODE);
  const other = await share([otherDir]);
  const ended = await share([top]);
  const token = await tokenOf(locked, PASS_CODE);
  const [otherToken, endedToken] = [await tokenOf(other), await tokenOf(ended)];
  const child = (label: string, shareId = locked, passCodeToken = token): Promise<string> =>
    linkOf({ share_id: shareId, file_id: hidden[label] ?? '', pass_code_token: passCodeToken });
  const entry = (id: string, shareId = locked, passCodeToken = token): Promise<string> =>
    entryLinkOf({ share_id: shareId, file_id: id, pass_code_token: passCodeToken });
  const links = {
    liveEntry: await entry(packed),
    deadEntries: [
      await entry(packed, ended, endedToken),
      await entry(hidden['an archive moved out'] ?? ''),
      await entry(hidden['a trashed archive'] ?? ''),
    ],
    live: await linkOf({ share_id: locked, file_id: a, pass_code_token: token }),
    otherLive: await child('a file of another link', other, otherToken),
    own: (await wire.call('GET', `/drive/v1/files/${hidden["carla's file"]}`, { token: carla.token })).body.links[
      'application/octet-stream'
    ].url as string,
    dead: [
      await linkOf({ share_id: ended, file_id: a, pass_code_token: endedToken }),
      await child('a trashed child'),
      await child('a child of a trashed folder'),
      await child('a child moved out'),
      await child('a child of a folder moved out'),
      await child('a deleted child'),
    ],
  };

  await warmCaches(
    wire,
    server.origin,
    [
      { share_id: locked, pass_code_token: token, parents: [top, inner, trashedDir, movedDir] },
      { share_id: ended, pass_code_token: endedToken, parents: [top, inner, trashedDir, movedDir] },
      { share_id: other, pass_code_token: otherToken, parents: [otherDir] },
    ],
    [links.live, links.otherLive, ...links.dead],
  );

  const idsOf = (...labels: string[]): string[] => labels.map((label) => hidden[label] ?? '');
  await batch('batchTrash', idsOf('a trashed child', 'a trashed folder', 'a trashed archive'));
  await batch('batchMove', idsOf('a child moved out', 'a folder moved out', 'an archive moved out'), outside);
  await batch('batchDelete', idsOf('a deleted child'));
  const cancelled = await wire.call('POST', '/drive/v1/share:batchDelete', {
    token: alice.token,
    body: { ids: [ended] },
  });
  expect(cancelled.status).toBe(200);
  return { locked, other, ended, token, otherToken, endedToken, top, inner, a, b, packed, hidden, links };
}

test('300 and more probes at the edge of a link leak nothing', async () => {
  const world = await makeWorld();
  const { locked, other, ended, token, otherToken, endedToken, top, inner, a, b, packed, hidden, links } = world;
  const before = [await everything(alice), await everything(bob), await everything(carla)];
  const hiddenIds = Object.values(hidden);
  const allIds = [...hiddenIds, top, inner, a, b, packed];
  const probes: { what: string; run: () => Promise<void> }[] = [];
  let leaks = 0;

  /** `seesInside`: the token is right, so names and ids of the link itself are no leak. */
  function expectNothing(what: string, answer: Answer, seesInside: boolean): void {
    // An error repeats the requested address, which reveals nothing to the caller.
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify({ ...answer.body, error_uri: '' });
    const leaked = [MARK, ...hiddenIds, ...(seesInside ? [] : [LOCKED, ...allIds])].filter((word) =>
      text.includes(word),
    );
    if (leaked.length > 0) leaks += 1;
    expect(leaked, `${what}: ${text}`).toEqual([]);
    expect(answer.status, `${what}: ${text}`).toBeLessThan(500);
    expect(answer.body.files ?? [], what).toEqual([]);
    expect(answer.body.file_info ?? null, what).toBe(null);
    expect(answer.body.restore_task_id ?? '', what).toBe('');
    expect([answer.body.archive ?? null, answer.body.entry ?? null], what).toEqual([null, null]);
    if (!seesInside) {
      expect(answer.body.share_status ?? 'none', what).not.toBe('OK');
      expect(answer.body.pass_code_token ?? '', what).toBe('');
      expect(answer.body.title ?? '', what).toBe('');
    }
  }
  const add = (what: string, seesInside: boolean, ask: () => Promise<Answer>): void => {
    probes.push({ what, run: async () => expectNothing(what, await ask(), seesInside) });
  };

  const pages = makePageProbes(server.origin, wire, bob);
  const lies: [string, string][] = [
    ...Object.entries(hidden),
    ['an id made up', 'VnoSuchFile_noSuchFile_000'],
    ['the id of the link', locked],
    ['the id of the owner', alice.userId],
    ['every folder', '*'],
    ['the trash', '~trash'],
    ['what is being deleted', '~gone'],
    ['what is being made', '~made'],
    ['a step up', `${top}/..`],
    ['a path', `${inner}/../../${hidden['the folder beside']}`],
    ['an id with a NUL', `${top}\0`],
    ['an id in other letters', top.toLowerCase() === top ? top.toUpperCase() : top.toLowerCase()],
  ];
  const right = { share_id: locked, pass_code_token: token };
  for (const [what, id] of lies) {
    add(`${what} as a folder`, true, () => detail({ ...right, parent_id: id }));
    add(`${what} as a file`, true, () => fileInfo({ ...right, file_id: id }));
    add(`${what} as an archive`, true, () => listArchive({ ...right, file_id: id }));
    add(`${what} as the archive of an entry`, true, () => archiveEntry({ ...right, file_id: id, index: 1 }));
    add(`${what} to save`, true, () => restore({ ...right, file_ids: [id] }));
    add(`${what} to save beside a good one`, true, () => restore({ ...right, file_ids: [a, id] }));
    add(`${what} to save under a lying path`, true, () =>
      restore({ ...right, file_ids: [id], ancestor_ids: [top, inner] }),
    );
    // A star asks for every file there, and every file of a link is its own.
    if (id !== '*')
      add(`${what} to save by trace`, true, () => restore({ ...right, file_ids: [], params: { trace_file_ids: id } }));
    add(`${what} as a place to save to`, true, () =>
      restore({ ...right, file_ids: [a], specify_parent_id: true, parent_id: id }),
    );
    for (const { what: how, ask } of [...pages.of(what, right, id), pages.planInto(what, right, [a], id)])
      add(how, true, ask);
  }

  const last = token.at(-1) === 'A' ? 'B' : 'A';
  const badTokens: [string, string][] = [
    ['no token', ''],
    ['the token of another link', otherToken],
    ['the token of a link that is over', endedToken],
    ['a token with a letter changed', `${token.slice(0, -1)}${last}`],
    ['a token cut short', token.slice(0, -4)],
    ['a token with more behind', `${token}.${otherToken}`],
    ['claims of one token under the mac of another', mixed(token, otherToken)],
    ["the owner's own access token", alice.token],
    ['the passcode', PASS_CODE],
    ['the word null', 'null'],
  ];
  for (const [what, wrong] of badTokens) {
    const query = { share_id: locked, pass_code_token: wrong };
    add(`${what}, opening`, false, () => openShare(query));
    add(`${what}, opening with a wrong passcode`, false, () => openShare({ ...query, pass_code: 'wrong1' }));
    for (const id of [top, inner, '']) add(`${what}, listing`, false, () => detail({ ...query, parent_id: id }));
    add(`${what}, an archive`, false, () => listArchive({ ...query, file_id: packed }));
    add(`${what}, an entry`, false, () => archiveEntry({ ...query, file_id: packed, index: 1 }));
    for (const id of [a, b, top]) add(`${what}, one file`, false, () => fileInfo({ ...query, file_id: id }));
    for (const id of ['', top]) for (const probe of pages.of(what, query, id)) add(probe.what, false, probe.ask);
    for (const ids of [[a], [top], []]) add(`${what}, saving`, false, () => restore({ ...query, file_ids: ids }));
    add(`${what}, a hidden file`, false, () => fileInfo({ ...query, file_id: hidden['a file beside'] ?? '' }));
  }

  for (const [what, held] of [
    ['a cancelled link with its own token', endedToken],
    ['a cancelled link with the token of a live one', token],
    ['a cancelled link without a token', ''],
  ] as const) {
    const query = { share_id: ended, pass_code_token: held };
    add(`${what}, opening`, false, () => openShare(query));
    for (const id of [top, '']) add(`${what}, listing`, false, () => detail({ ...query, parent_id: id }));
    add(`${what}, one file`, false, () => fileInfo({ ...query, file_id: a }));
    add(`${what}, an archive`, false, () => listArchive({ ...query, file_id: packed }));
    add(`${what}, an entry`, false, () => archiveEntry({ ...query, file_id: packed, index: 1 }));
    for (const ids of [[a], []]) add(`${what}, saving`, false, () => restore({ ...query, file_ids: ids }));
  }
  for (const [what, share_id] of [
    ['the page of a cancelled link', ended],
    ['the page of a locked link', locked],
  ] as const)
    for (const id of ['', ...hiddenIds])
      add(what, false, async () => {
        const page = await fetch(`${server.origin}/s/${share_id}${id === '' ? '' : `/${id}`}`);
        const text = await page.text();
        // The page repeats its own address.
        return { status: page.status, body: id === '' ? text : text.replaceAll(id, '') } as Answer;
      });
  for (const id of hiddenIds)
    add('the page of a live link at a hidden folder', true, async () => {
      const page = await fetch(`${server.origin}/s/${other}/${id}`);
      const text = await page.text();
      const isOwn = [hidden['the root of another link'], hidden['a file of another link']].includes(id);
      return {
        status: page.status,
        body: isOwn ? '' : text.replaceAll(id, '').replaceAll(`${MARK} other link`, ''),
      } as Answer;
    });
  for (const id of [locked.slice(0, -1), `${locked}0`, other.toLowerCase(), '..', `${locked}/..`, '%00', '*']) {
    const query = { share_id: id, pass_code_token: token };
    add(`a link id that is none (${id}), opening`, false, () => openShare(query));
    add(`a link id that is none (${id}), saving`, false, () => restore({ ...query, file_ids: [a] }));
  }
  for (const id of [a, top, ...hiddenIds]) {
    add('a file of a link through the drive of a visitor', false, () =>
      wire.call('GET', `/drive/v1/files/${id}`, { token: bob.token }),
    );
    add('a folder of a link through the drive of a visitor', false, () =>
      wire.call('GET', '/drive/v1/files', { token: bob.token, query: { parent_id: id } }),
    );
  }

  const alter = (url: string): string[] => {
    const [, claims = ''] = /\/f\/([^/]+)\//.exec(url) ?? [];
    const mine = claims.split('.');
    const theirs = (/\/f\/([^/]+)\//.exec(links.otherLive)?.[1] ?? '').split('.');
    const swapped = mine.map((one, at) => url.replace(claims, mine.with(at, theirs[at] ?? `${one}0`).join('.')));
    const lastUp = url.replace(claims, mine.with(5, `z${mine[5]}`).join('.'));
    return [...new Set([...swapped, lastUp, url.replace(claims, claims.slice(0, -22)), url.replace('/f/', '/f/.')])];
  };
  const inClaims = (url: string): string[] => {
    const [, claims = ''] = /\/a\/([^/]+)\//.exec(url) ?? [];
    const theirs = /\/a\/([^/]+)\//.exec(links.deadEntries[0] ?? '')?.[1] ?? '';
    const places = [5, Math.floor(claims.length / 2), claims.length - 2];
    const changed = places.map(
      (at) => `${claims.slice(0, at)}${claims[at] === 'A' ? 'B' : 'A'}${claims.slice(at + 1)}`,
    );
    return [...changed, mixed(claims, theirs), mixed(theirs, claims), `${claims}.x`, claims.slice(0, -5)].map((one) =>
      url.replace(claims, one),
    );
  };
  const wrongLinks = [
    ...links.deadEntries.map((url) => ['a link to an entry that is no longer there', url] as const),
    ...inClaims(links.liveEntry).map((url) => ['an altered link to an entry', url] as const),
    ...links.dead.map((url) => ['a link to what is no longer there', url] as const),
    ...[links.live, links.own].flatMap((url) =>
      alter(url)
        .filter((one) => one !== url)
        .map((one) => ['an altered link', one] as const),
    ),
  ];
  for (const [what, url] of wrongLinks) {
    probes.push({
      what,
      run: async () => {
        const { status, bytes } = await wire.download(url);
        if (bytes.length > 0) leaks += 1;
        expect([status, Buffer.from(bytes).toString()], `${what}: ${url}`).toEqual([403, '']);
      },
    });
  }

  await inLanes(probes, LANES, ({ run }) => run());
  process.stdout.write(`${probes.length} probes at the edge of a link, ${leaks} leaks\n`);
  expect(probes.length).toBeGreaterThanOrEqual(300);
  expect(leaks).toBe(0);

  // Nothing moved, and the link itself still serves the holder of its token.
  expect([await everything(alice), await everything(bob), await everything(carla)]).toEqual(before);
  expect(Buffer.from((await wire.download(links.live)).bytes).toString()).toBe(`bytes of ${LOCKED} a.txt`);
  expect(Buffer.from((await wire.download(links.liveEntry)).bytes).toString()).toBe('A file of the trip.\n');
  const inside = await detail({ ...right, parent_id: inner });
  expect(inside.body.files.map(({ id }: { id: string }) => id).sort()).toEqual([b, packed].sort());
  const saved = await restore({ ...right, file_ids: [b] });
  expect((await wire.waitTask(bob, saved.body.restore_task_id)).body.phase).toBe('PHASE_TYPE_COMPLETE');
});

/** The first half of one signed text with the second half of another. */
function mixed(one: string, another: string): string {
  return [...one.split('.').slice(0, -1), another.split('.').at(-1)].join('.');
}
