/**
 * Requests of the phone apps for sync servers, as their published sources make them: the library of the app for Android (2026-08-22) and
 * the one of the app for iOS (2026-07-23). Both look for elements by their prefixes.
 */
import { expect, it } from 'vitest';
import { appPasswordOf } from './cases/app-password.cases.ts';
import { NEWCOMERS_PASSWORD, newcomer } from './cases/newcomer.ts';
import { askAsProgram, type ProgramAsk } from './program-request.ts';
import { smallPicture } from './small-picture.ts';
import { makePeople } from './world.ts';

await makePeople();
const person = await newcomer();
const { password } = await appPasswordOf(person, {}, NEWCOMERS_PASSWORD);
const files = `/remote.php/dav/files/${person.userId}`;

const ask = (method: string, path: string, more: ProgramAsk = {}) => askAsProgram(method, path, { password, ...more });
const statusOf = async (method: string, path: string, more: ProgramAsk = {}) => (await ask(method, path, more)).status;

const NAMESPACES = 'xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns" xmlns:nc="http://nextcloud.org/ns"';
const OC = ['permissions', 'id', 'fileid', 'size', 'favorite', 'checksums', 'owner-id', 'owner-display-name'];
const NC = ['has-preview', 'is-encrypted', 'mount-type', 'note', 'lock', 'hidden', 'creation_time', 'upload_time'];
const DAV = ['displayname', 'getcontenttype', 'resourcetype', 'getcontentlength', 'getlastmodified', 'getetag'];
const PROPS = [
  ...DAV.map((name) => `<d:${name} />`),
  ...OC.map((name) => `<${name} xmlns="http://owncloud.org/ns"/>`),
  ...NC.map((name) => `<${name} xmlns="http://nextcloud.org/ns"/>`),
].join('');
const PROPFIND = `<?xml version="1.0" encoding="UTF-8"?><d:propfind ${NAMESPACES}><d:prop>${PROPS}</d:prop></d:propfind>`;

/** Text of the elements that a reader of prefixed names finds in the first state of each entry. */
async function entriesIn(answer: Response): Promise<readonly Readonly<Record<string, string>>[]> {
  expect(answer.status).toBe(207);
  return [...(await answer.text()).matchAll(/<d:response>(.*?)<\/d:response>/gs)].map(([, entry = '']) => {
    const state = /<d:propstat><d:prop>(.*?)<\/d:prop><d:status>HTTP\/1.1 200/s.exec(entry)?.[1] ?? '';
    const props = [...state.matchAll(/<((?:d|oc|nc):[\w-]+)>(.*?)<\/\1>/gs)].map(([, name = '', text = '']) => [
      name,
      text,
    ]);
    return { ...Object.fromEntries(props), href: /<d:href>(.*?)<\/d:href>/.exec(entry)?.[1] ?? '' };
  });
}

it('both begin with the status, the capabilities and the person', async () => {
  expect(await statusOf('GET', '/status.php')).toBe(200);
  const headers = { 'ocs-apirequest': 'true' };
  for (const path of ['/ocs/v2.php/cloud/capabilities?format=json', '/ocs/v2.php/cloud/user?format=json'])
    expect([path, await statusOf('GET', path, { headers })]).toEqual([path, 200]);
  const lists = ['notifications/api/v2/notifications', 'activity/api/v2/activity', 'external/api/v1'];
  for (const list of lists)
    expect([list, await statusOf('GET', `/ocs/v2.php/apps/${list}?format=json`, { headers })]).toEqual([list, 200]);
  // Parts that are not served here are taken as switched off.
  expect(await statusOf('GET', '/ocs/v2.php/apps/recommendations/api/v1/recommendations', { headers })).toBe(404);
});

it('both list a folder, and find what they show of a file', async () => {
  expect(await statusOf('MKCOL', `${files}/Phone`)).toBe(201);
  expect(await statusOf('HEAD', `${files}/Phone/none.png`)).toBe(404);
  const headers = { 'x-oc-mtime': '1700000000', 'oc-total-length': String(smallPicture().length) };
  const sent = await ask('PUT', `${files}/Phone/a.png`, { body: smallPicture(), headers });
  expect([sent.status, sent.headers.get('oc-fileid') === null, sent.headers.get('x-oc-mtime')]).toEqual([
    201,
    false,
    'accepted',
  ]);
  const [folder, file] = await entriesIn(
    await ask('PROPFIND', `${files}/Phone/`, { body: PROPFIND, headers: { depth: '1' } }),
  );
  expect(folder).toMatchObject({ href: `${files}/Phone/`, 'd:resourcetype': '<d:collection/>' });
  expect(file).toMatchObject({
    href: `${files}/Phone/a.png`,
    'd:getcontenttype': 'image/png',
    'd:getlastmodified': 'Tue, 14 Nov 2023 22:13:20 GMT',
    'oc:size': String(smallPicture().length),
    'oc:favorite': '0',
    'oc:owner-id': person.userId,
    'nc:has-preview': 'true',
  });
  expect(file?.['oc:permissions']).toContain('W');
  expect(file?.['oc:fileid']).toMatch(/^\d+$/);
  const small = 'x=512&amp;y=512&amp;a=1&amp;mode=cover&amp;forceIcon=0'.replaceAll('&amp;', '&');
  expect(await statusOf('GET', `/index.php/core/preview?fileId=${file?.['oc:fileid']}&${small}`)).toBe(200);
  expect(await statusOf('GET', `/index.php/apps/files/api/v1/thumbnail/512/512/Phone/a.png`)).toBe(200);
});

it('an app that is signed out ends its password, and no other', async () => {
  const { password: own } = await appPasswordOf(person, { scope: 'read' }, NEWCOMERS_PASSWORD);
  const asOwn = { password: own, headers: { 'ocs-apirequest': 'true' } };
  expect(await statusOf('DELETE', '/ocs/v2.php/core/apppassword', asOwn)).toBe(200);
  expect(await statusOf('PROPFIND', files, { ...asOwn, headers: { depth: '0' } })).toBe(401);
  expect(await statusOf('DELETE', '/ocs/v2.php/core/apppassword', asOwn)).toBe(401);
  expect(await statusOf('PROPFIND', files, { headers: { depth: '0' } })).toBe(207);
});

it('an app whose folder is gone can be signed out', async () => {
  const folder_id = (await ask('MKCOL', `${files}/Gone`)).headers.get('oc-fileid') ?? '';
  const { password: own } = await appPasswordOf(person, { folder_id }, NEWCOMERS_PASSWORD);
  expect(await statusOf('DELETE', `${files}/Gone`)).toBe(204);
  const asOwn = { password: own, headers: { 'ocs-apirequest': 'true', depth: '0' } };
  expect(await statusOf('PROPFIND', files, asOwn)).not.toBe(401);
  expect(await statusOf('DELETE', '/ocs/v2.php/core/apppassword', asOwn)).toBe(200);
  expect(await statusOf('PROPFIND', files, asOwn)).toBe(401);
});

it('a star is set, its files are listed, and names are searched', async () => {
  await ask('PUT', `${files}/starred-note.txt`, { body: 'x' });
  const update = `<?xml version="1.0"?><d:propertyupdate ${NAMESPACES}><d:set><d:prop><oc:favorite>1</oc:favorite></d:prop></d:set></d:propertyupdate>`;
  expect(await statusOf('PROPPATCH', `${files}/starred-note.txt`, { body: update })).toBe(207);
  const filter = `<?xml version="1.0"?><oc:filter-files ${NAMESPACES}><d:prop>${PROPS}</d:prop><oc:filter-rules><oc:favorite>1</oc:favorite></oc:filter-rules></oc:filter-files>`;
  const starred = await entriesIn(await ask('REPORT', files, { body: filter }));
  expect(starred.map(({ href }) => href)).toEqual([`${files}/starred-note.txt`]);
  const search = `<?xml version="1.0"?><d:searchrequest ${NAMESPACES}><d:basicsearch><d:select><d:prop>${PROPS}</d:prop></d:select><d:from><d:scope><d:href>/files/${person.userId}</d:href><d:depth>infinity</d:depth></d:scope></d:from><d:where><d:like><d:prop><d:displayname/></d:prop><d:literal>%starred-note%</d:literal></d:like></d:where></d:basicsearch></d:searchrequest>`;
  const found = await entriesIn(
    await ask('SEARCH', '/remote.php/dav', { body: search, headers: { 'content-type': 'text/xml' } }),
  );
  expect(found.map(({ href, 'oc:favorite': star }) => [href, star])).toEqual([[`${files}/starred-note.txt`, '1']]);
});

it('a large file comes in parts, is renamed, deleted and restored', async () => {
  const parts = `/remote.php/dav/uploads/${person.userId}/0123abcd`;
  const destination = { destination: `${files}/film.mp4` };
  expect(await statusOf('MKCOL', parts, { headers: destination })).toBe(201);
  for (const [at, body] of ['first ', 'second'].entries()) {
    const headers = { ...destination, 'oc-total-length': '12' };
    expect(await statusOf('PUT', `${parts}/${String(at + 1).padStart(5, '0')}`, { body, headers })).toBe(201);
  }
  const whole = { ...destination, 'oc-total-length': '12', overwrite: 'T', 'x-oc-mtime': '1700000000' };
  expect(await statusOf('MOVE', `${parts}/.file`, { headers: whole })).toBe(201);
  expect(await (await ask('GET', `${files}/film.mp4`)).text()).toBe('first second');
  expect(
    await statusOf('MOVE', `${files}/film.mp4`, { headers: { destination: `${files}/walk.mp4`, overwrite: 'F' } }),
  ).toBe(201);
  expect(await statusOf('DELETE', `${files}/walk.mp4`)).toBe(204);
  const trash = `/remote.php/dav/trashbin/${person.userId}`;
  const names = ['trashbin-filename', 'trashbin-original-location', 'trashbin-deletion-time'];
  const asked = `<?xml version="1.0" encoding="UTF-8"?><d:propfind ${NAMESPACES}><d:prop>${names.map((name) => `<nc:${name} />`).join('')}<oc:fileid/></d:prop></d:propfind>`;
  const [, deleted] = await entriesIn(
    await ask('PROPFIND', `${trash}/trash`, { body: asked, headers: { depth: '1' } }),
  );
  expect(deleted).toMatchObject({ 'nc:trashbin-filename': 'walk.mp4', 'nc:trashbin-original-location': 'walk.mp4' });
  const back = { destination: `${trash}/restore/walk.mp4`, overwrite: 'T' };
  expect(await statusOf('MOVE', deleted?.['href'] ?? '', { headers: back })).toBe(201);
  expect(await (await ask('GET', `${files}/walk.mp4`)).text()).toBe('first second');
});
