/** Searches of phone apps, in the form of their published sources: galleries by kind and time, a file by its number, names in a folder. */
import { beforeAll, expect, it } from 'vitest';
import { appPasswordOf } from './cases/app-password.cases.ts';
import { NEWCOMERS_PASSWORD, type NewPerson, newcomer } from './cases/newcomer.ts';
import { askAsProgram, type ProgramAsk } from './program-request.ts';
import { makePeople } from './world.ts';

const NAMESPACES = 'xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns" xmlns:nc="http://nextcloud.org/ns"';

let person: NewPerson;
let password: string;
let base: string;

const ask = (method: string, path: string, more: ProgramAsk = {}) => askAsProgram(method, path, { password, ...more });

/** When each file was changed, in seconds. */
const TIMES: Readonly<Record<string, number>> = {
  'a.jpg': 1_700_000_100,
  'b.png': 1_700_000_300,
  'Trips/c.mp4': 1_700_000_200,
  'Trips/Snow/d.heic': 1_700_000_400,
  'Trips/e.txt': 1_700_000_500,
  'f 100%.jpg': 1_700_000_050,
};

beforeAll(async () => {
  await makePeople();
  person = await newcomer();
  ({ password } = await appPasswordOf(person, {}, NEWCOMERS_PASSWORD));
  base = `/remote.php/dav/files/${person.userId}/`;
  for (const folder of ['Trips', 'Trips/Snow', 'Gone']) await ask('MKCOL', base + folder);
  for (const [name, time] of [...Object.entries(TIMES), ['Gone/g.jpg', 1_700_000_600] as const])
    await ask('PUT', base + encodeURI(name), { body: name, headers: { 'x-oc-mtime': String(time) } });
  await ask('DELETE', `${base}Gone`);
}, 60_000);

interface SearchRequest {
  readonly where: string;
  readonly scope?: string;
  readonly rest?: string;
}

const compare = (how: string, prop: string, literal: string | number) =>
  `<d:${how}><d:prop><${prop}/></d:prop><d:literal>${literal}</d:literal></d:${how}>`;
const like = (kind: string) => compare('like', 'd:getcontenttype', kind);
const MEDIA = `<d:or>${like('image/%')}${like('video/%')}</d:or>`;
const NEWEST_FIRST =
  '<d:orderby><d:order><d:prop><d:getlastmodified/></d:prop><d:descending/></d:order><d:order><d:prop><d:displayname/></d:prop><d:descending/></d:order></d:orderby>';
const limit = (rows: number) => `<d:limit><d:nresults>${rows}</d:nresults></d:limit>`;

const search = ({ where, scope = `/files/${person.userId}`, rest = '' }: SearchRequest, by = password) =>
  ask('SEARCH', '/remote.php/dav', {
    password: by,
    body: `<?xml version="1.0"?><d:searchrequest ${NAMESPACES}><d:basicsearch><d:select><d:prop><oc:fileid/><d:getlastmodified/></d:prop></d:select>
      <d:from><d:scope><d:href>${scope}</d:href><d:depth>infinity</d:depth></d:scope></d:from>
      <!-- what is looked for --><d:where>${where}</d:where>${rest}</d:basicsearch></d:searchrequest>`,
  });

async function names(asked: SearchRequest, by?: string): Promise<string[]> {
  const answer = await search(asked, by);
  expect(answer.status).toBe(207);
  const hrefs = [...(await answer.text()).matchAll(/<d:href>(.*?)<\/d:href>/g)].map((match) => match[1] ?? '');
  return hrefs.map((href) => decodeURIComponent(href.slice(base.length)));
}

it('a search of a phone app is announced where the app asks for the methods', async () => {
  for (const path of ['/remote.php/dav', base]) {
    const { headers } = await ask('OPTIONS', path);
    expect(headers.get('allow')?.split(', ')).toEqual(expect.arrayContaining(['SEARCH', 'REPORT', 'PROPFIND']));
  }
  expect((await ask('OPTIONS', '/dav/')).headers.get('allow')).not.toContain('SEARCH');
});

it('a search of a phone app finds pictures and films of all folders, newest first, and none of the trash', async () => {
  const found = await names({ where: MEDIA, rest: NEWEST_FIRST });
  expect(found).toEqual(['Trips/Snow/d.heic', 'b.png', 'Trips/c.mp4', 'a.jpg', 'f 100%.jpg']);
});

it('a search of a phone app goes on with those before the last it got, by seconds', async () => {
  const before = (seconds: number) =>
    `<d:and>${compare('lt', 'd:getlastmodified', seconds)}${compare('gt', 'd:getlastmodified', 0)}${MEDIA}</d:and>`;
  const pages = [];
  for (let end = 2_000_000_000, page: string[] = []; ; ) {
    page = await names({ where: before(end), rest: NEWEST_FIRST + limit(2) });
    if (page.length === 0) break;
    pages.push(page);
    end = TIMES[page.at(-1) ?? ''] ?? 0;
  }
  expect(pages).toEqual([['Trips/Snow/d.heic', 'b.png'], ['Trips/c.mp4', 'a.jpg'], ['f 100%.jpg']]);
});

it('a search of a phone app takes moments as a date with its zone, with and without the bounds', async () => {
  const between = (low: string, high: string) =>
    `<d:and>${MEDIA}<d:or><d:and>${compare(low, 'd:getlastmodified', '2023-11-14T23:15:00+01:00')}${compare(high, 'd:getlastmodified', '2023-11-14T22:18:20+00:00')}</d:and></d:or></d:and>`;
  expect(await names({ where: between('gt', 'lt') })).toEqual(['Trips/c.mp4']);
  expect(await names({ where: between('gte', 'lte') })).toEqual(['b.png', 'Trips/c.mp4', 'a.jpg']);
});

it('a search of a phone app takes the time of the camera too, which is that of the file where there is no other', async () => {
  const taken = (how: string) => compare(how, 'nc:metadata-photos-original_date_time', 1_700_000_200);
  const order = NEWEST_FIRST.replace('d:getlastmodified', 'nc:metadata-photos-original_date_time');
  expect(await names({ where: taken('gte'), rest: order })).toEqual(['Trips/Snow/d.heic', 'b.png', 'Trips/c.mp4']);
  const body = `<d:propfind ${NAMESPACES}><d:prop><nc:metadata-photos-original_date_time/></d:prop></d:propfind>`;
  const shown = await (await ask('PROPFIND', `${base}Trips`, { headers: { depth: '1' }, body })).text();
  const times = [...shown.matchAll(/original_date_time>(\d+)</g)].map(([, seconds]) => Number(seconds));
  expect(times).toEqual([TIMES['Trips/c.mp4']]);
});

it('a search of a phone app: looks into the folder that it names, as written or encoded', async () => {
  const inside = (scope: string) => names({ where: MEDIA, scope });
  const trips = ['Trips/Snow/d.heic', 'Trips/c.mp4'];
  expect(await inside(`/files/${person.userId}/Trips`)).toEqual(trips);
  expect(await inside(`/remote.php/dav/files/${person.userId}/Trip%73/`)).toEqual(trips);
  expect((await search({ where: MEDIA, scope: `/files/${person.userId}/None` })).status).toBe(404);
  expect((await search({ where: MEDIA, scope: `/files/${person.userId}/a.jpg` })).status).toBe(404);
  expect((await search({ where: MEDIA, scope: `/trashbin/${person.userId}` })).status).toBe(400);
});

it('a search of a phone app: of a password for one folder finds what is in it', async () => {
  const made = await ask('PROPFIND', `${base}Trips/Snow`, {
    headers: { depth: '0' },
    body: `<d:propfind ${NAMESPACES}><d:prop><oc:id/></d:prop></d:propfind>`,
  });
  const folder_id = /<oc:id>(.*?)</.exec(await made.text())?.[1] ?? '';
  const one = await appPasswordOf(person, { folder_id }, NEWCOMERS_PASSWORD);
  expect(await names({ where: MEDIA }, one.password)).toEqual(['d.heic']);
});

it('a search of a phone app finds a file by its number, folders alone, and names in a folder', async () => {
  const shown = await (await search({ where: compare('eq', 'd:displayname', 'b.PNG') })).text();
  const number = /<oc:fileid>(\d+)</.exec(shown)?.[1] ?? '';
  expect(await names({ where: compare('eq', 'oc:fileid', number) })).toEqual(['b.png']);
  expect(await names({ where: compare('eq', 'oc:fileid', '12') })).toEqual([]);
  const named = compare('like', 'd:displayname', '%s%');
  expect(await names({ where: `<d:and><d:is-collection/>${named}</d:and>` })).toEqual(['Trips/Snow/', 'Trips/']);
  expect(await names({ where: compare('like', 'd:displayname', '%D%'), scope: '/files/x/Trips' })).toEqual([
    'Trips/Snow/d.heic',
  ]);
  expect(await names({ where: `<d:not>${MEDIA}</d:not>`, rest: limit(1) })).toEqual(['Trips/Snow/']);
});

it('by name asks first what is searched, and gets pages of names with number and path', async () => {
  const json = async (path: string) =>
    (
      await (
        await ask('GET', `/ocs/v2.php/search/providers${path}`, { headers: { accept: 'application/json' } })
      ).json<{
        // biome-ignore lint/suspicious/noExplicitAny: as an app reads it
        ocs: { data: any };
      }>()
    ).ocs.data;
  expect(await json('')).toMatchObject([{ id: 'files', name: 'Files' }]);
  const first = await json('/files/search?term=s&limit=1');
  expect(first).toMatchObject({ isPaginated: true, cursor: 1, entries: [{ title: 'Snow', subline: '/Trips' }] });
  const second = await json('/files/search?term=s&limit=1&cursor=1');
  expect(second).toMatchObject({ isPaginated: false, cursor: null, entries: [{ attributes: { path: '/Trips' } }] });
  const [picture] = (await json('/files/search?term=b.png')).entries;
  expect(picture.thumbnailUrl).toContain(`fileId=${picture.attributes.fileId}`);
  expect(await names({ where: compare('eq', 'oc:fileid', picture.attributes.fileId) })).toEqual(['b.png']);
  expect((await json('/files/search?term=')).entries).toEqual([]);
});

it('a search of a phone app is refused when it asks for what is not known here, since an app deletes what an empty answer leaves out', async () => {
  const refused = [
    compare('eq', 'nc:something', 'x'),
    compare('gt', 'd:getlastmodified', 'yesterday'),
    compare('like', 'd:displayname', 'a%b'),
    compare('near', 'd:displayname', 'a'),
    MEDIA.repeat(20),
    '<d:eq/>',
  ];
  for (const where of refused) expect((await search({ where })).status, where).toBe(400);
});
