/** Versions of a file as phone apps ask for them: a list by the number of the file, the bytes of one, and a move that restores it. */
import { beforeAll, expect, it } from 'vitest';
import { appPasswordOf } from './cases/app-password.cases.ts';
import { NEWCOMERS_PASSWORD, type NewPerson, newcomer } from './cases/newcomer.ts';
import { askAsProgram, type ProgramAsk } from './program-request.ts';
import { freshName, makePeople } from './world.ts';

let person: NewPerson;
let password: string;
let base: string;
let versionsOfPerson: string;

beforeAll(async () => {
  await makePeople();
  person = await newcomer();
  ({ password } = await appPasswordOf(person, {}, NEWCOMERS_PASSWORD));
  base = `/remote.php/dav/files/${person.userId}/`;
  versionsOfPerson = `/remote.php/dav/versions/${person.userId}/`;
}, 60_000);

const ask = (method: string, path: string, more: ProgramAsk = {}) => askAsProgram(method, path, { password, ...more });

/** A file with these contents, the last of which it has now, and the address of its versions. */
async function saved(contents: readonly (readonly [text: string, time: number])[]) {
  const path = base + freshName('saved').replaceAll(' ', '-');
  for (const [body, time] of contents) await ask('PUT', path, { body, headers: { 'x-oc-mtime': String(time) } });
  const number = await ask('PROPFIND', path, {
    headers: { depth: '0' },
    body: '<d:propfind xmlns:d="DAV:"><d:prop><fileid xmlns="http://owncloud.org/ns"/></d:prop></d:propfind>',
  });
  const versions = `${versionsOfPerson}versions/${/<oc:fileid>(\d+)/.exec(await number.text())?.[1]}`;
  return { path, versions };
}

async function listed(versions: string): Promise<{ hrefs: string[]; text: string }> {
  const answer = await ask('PROPFIND', versions, {
    headers: { depth: '1' },
    body: '<d:propfind xmlns:d="DAV:"><d:prop><d:getcontenttype/><d:getcontentlength/><d:getlastmodified/><d:getetag/></d:prop></d:propfind>',
  });
  expect(answer.status).toBe(207);
  const text = await answer.text();
  return { hrefs: [...text.matchAll(/<d:href>(.*?)<\/d:href>/g)].map((match) => match[1] ?? ''), text };
}

const restore = (version: string, more: ProgramAsk = {}) =>
  ask('MOVE', version, { headers: { destination: `${versionsOfPerson}restore/1` }, ...more });

it('versions of a file are announced, and listed newest first behind the folder, each named by its second', async () => {
  const { ocs } = await (await ask('GET', '/ocs/v2.php/cloud/capabilities?format=json')).json<{
    ocs: { data: { capabilities: { files: object } } };
  }>();
  expect(ocs.data.capabilities.files).toMatchObject({ versioning: true });
  const { versions } = await saved([
    ['one', 1_700_000_000],
    ['second', 1_700_000_100],
    ['now', 1_700_000_200],
  ]);
  const { hrefs, text } = await listed(versions);
  expect(hrefs).toEqual([`${versions}/`, `${versions}/1700000100`, `${versions}/1700000000`]);
  expect(text).toContain('<d:getcontentlength>6<');
  expect(text).toContain(`<d:getlastmodified>${new Date(1_700_000_100_000).toUTCString()}<`);
  expect(await (await ask('GET', hrefs[1] ?? '')).text()).toBe('second');
  const piece = await ask('GET', hrefs[2] ?? '', { headers: { range: 'bytes=1-' } });
  expect([piece.status, await piece.text()]).toEqual([206, 'ne']);
});

it('versions of a file are restored by a move: the bytes are those of the version, with its time, and what was there is a version', async () => {
  const { path, versions } = await saved([
    ['first', 1_700_000_000],
    ['last', 1_700_000_100],
  ]);
  const id = (await ask('HEAD', path)).headers.get('oc-fileid');
  expect((await restore(`${versions}/1700000000`)).status).toBe(201);
  const back = await ask('GET', path);
  expect([await back.text(), back.headers.get('oc-fileid')]).toEqual(['first', id]);
  expect(back.headers.get('last-modified')).toBe(new Date(1_700_000_000_000).toUTCString());
  expect((await listed(versions)).hrefs.slice(1)).toEqual([`${versions}/1700000100`]);
});

it('versions of a file: of one second are all there, each under its own name', async () => {
  const { versions } = await saved([
    ['a', 1_700_000_000],
    ['b', 1_700_000_000],
    ['c', 1_700_000_000],
  ]);
  const { hrefs } = await listed(versions);
  const bodies = await Promise.all(hrefs.slice(1).map(async (href) => (await ask('GET', href)).text()));
  expect([bodies, new Set(hrefs).size]).toEqual([['b', 'a'], 3]);
});

it('versions of a file are not there for a folder, a number of nothing, a file in the trash, or a password of another folder', async () => {
  const { path, versions } = await saved([
    ['one', 1_700_000_000],
    ['two', 1_700_000_100],
  ]);
  const status = async (at: string, more: ProgramAsk = {}) => (await ask('PROPFIND', at, more)).status;
  expect(await status(`${versionsOfPerson}versions/12`)).toBe(404);
  expect(await status(versionsOfPerson)).toBe(404);
  expect(await status(`${versions}/1`)).toBe(404);
  const folder = await ask('MKCOL', base + freshName('folder').replaceAll(' ', '-'));
  const folder_id = folder.headers.get('oc-fileid') ?? '';
  const one = await appPasswordOf(person, { folder_id }, NEWCOMERS_PASSWORD);
  expect(await status(versions, { password: one.password })).toBe(404);
  await ask('DELETE', path);
  expect(await status(versions)).toBe(404);
  expect((await restore(`${versions}/1700000000`)).status).toBe(404);
});

it('versions of a file are not restored by a password that reads, over a lock, or to another place', async () => {
  const { path, versions } = await saved([
    ['one', 1_700_000_000],
    ['two', 1_700_000_100],
  ]);
  const version = `${versions}/1700000000`;
  const reads = await appPasswordOf(person, { scope: 'read' }, NEWCOMERS_PASSWORD);
  expect((await restore(version, { password: reads.password })).status).toBe(403);
  expect((await restore(version, { headers: { destination: path } })).status).toBe(403);
  const body = '<lockinfo xmlns="DAV:"><lockscope><exclusive/></lockscope><locktype><write/></locktype></lockinfo>';
  const token = (await ask('LOCK', path, { body })).headers.get('lock-token') ?? '';
  expect((await restore(version)).status).toBe(423);
  const headers = { destination: `${versionsOfPerson}restore/1`, if: `(${token})` };
  expect((await restore(version, { headers })).status).toBe(201);
  expect(await (await ask('GET', path)).text()).toBe('one');
});
