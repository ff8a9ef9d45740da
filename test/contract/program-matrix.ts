/** The authorisation matrix of programs: every operation of their protocols × every kind of caller. One without a row does not compile. */
import { PROGRAM_CONTRACTS, type ProgramOperation } from '#shared/programs/contracts.ts';
import type { ProgramRow } from '#shared/programs/row.ts';
import type { ProgramAsk } from './program-request.ts';

/**
 * `account`: the password of the account in place of an app password. `bearer`: a token of the owner. `forged`: an app password that the server
 * did not make. `folder`, `folder_read`: of one folder, which asks about something outside. `other`: of another person.
 */
export const PROGRAM_CALLERS = [
  'none',
  'account',
  'bearer',
  'forged',
  'ended',
  'blocked',
  'write',
  'read',
  'folder',
  'folder_read',
  'other',
] as const;

export type ProgramCaller = (typeof PROGRAM_CALLERS)[number];

/** The things of the owner that a request may be about: each is made when it is asked for, with the owner's own app password. */
export interface Owned {
  readonly userId: string;
  /** The base of WebDAV and of the dialect. */
  readonly bases: readonly string[];
  /** A name that nothing else has. */
  freshName(): string;
  /** Those that were asked for: a leak is visible. */
  readonly names: readonly string[];
  /** Name of a file at the root. @param isPicture  its bytes are those of a picture */
  file(isPicture?: boolean): Promise<string>;
  /** A file with a star. */
  starred(): Promise<void>;
  /** Path of an open link to a file, and path of a link that collects. */
  link(): Promise<string>;
  collectLink(): Promise<string>;
  /** Path of a folder of parts with one part. */
  parts(): Promise<string>;
  /** Path of a file in the trash. */
  trashed(): Promise<string>;
  /** Path of a version of a file. */
  version(): Promise<string>;
  /** Path of an upload by tus, with none of its bytes. */
  tusUpload(): Promise<string>;
  /** Token of a sign-in that was not allowed yet. */
  loginToken(): Promise<string>;
}

export interface Request extends Omit<ProgramAsk, 'password'> {
  readonly path: string;
}

export interface Cells {
  readonly ask: (owned: Owned, base: string) => Request | Promise<Request>;
  readonly cells: Readonly<Record<ProgramCaller, number>>;
}

interface Statuses {
  readonly success: number;
  /** About something of the whole drive, to a password of one folder or of another person. */
  readonly outside?: number;
  readonly more?: Partial<Record<ProgramCaller, number>>;
}

function rowOf(operation: ProgramOperation): ProgramRow {
  const [protocol = '', name = ''] = operation.split('.');
  const contract: Readonly<Record<string, ProgramRow>> = PROGRAM_CONTRACTS[protocol as keyof typeof PROGRAM_CONTRACTS];
  const row = contract[name];
  if (!row) throw new Error(operation);
  return row;
}

function cells(operation: ProgramOperation, { success, outside = success, more = {} }: Statuses): Cells['cells'] {
  const { callers, changes } = rowOf(operation);
  if (callers !== 'program')
    return Object.fromEntries(PROGRAM_CALLERS.map((caller) => [caller, success])) as Cells['cells'];
  const none = 401;
  return {
    none,
    account: none,
    bearer: none,
    forged: none,
    ended: none,
    blocked: none,
    write: success,
    read: changes ? 403 : success,
    folder: outside,
    folder_read: changes ? 403 : outside,
    other: outside,
    ...more,
  };
}

type Asks = { readonly [Operation in ProgramOperation]: Statuses & Pick<Cells, 'ask'> };

const HOST = 'http://127.0.0.1:8787';
const DEPTH_0 = { depth: '0' };
const LOCK = '<lockinfo xmlns="DAV:"><lockscope><exclusive/></lockscope><locktype><write/></locktype></lockinfo>';
const SET = '<propertyupdate xmlns="DAV:"><set><prop><a xmlns="urn:z"/></prop></set></propertyupdate>';
const REPORT =
  '<oc:filter-files xmlns:oc="http://owncloud.org/ns"><oc:filter-rules><oc:favorite>1</oc:favorite></oc:filter-rules></oc:filter-files>';
const search = (name: string) =>
  `<searchrequest xmlns="DAV:"><basicsearch><where><like><prop><displayname/></prop><literal>%${name}%</literal></like></where></basicsearch></searchrequest>`;

type Ask = Cells['ask'];
const ofFile =
  (more: Omit<Request, 'path'> = {}): Ask =>
  async (owned, base) => ({ path: base + (await owned.file()), ...more });
const toAnother: Ask = async (owned, base) => ({
  path: base + (await owned.file()),
  headers: { destination: `${HOST}${base}${owned.freshName()}` },
});
const at =
  (path: string, more: Omit<Request, 'path'> = {}): Ask =>
  () => ({ path, ...more });
const files = ({ userId }: Owned) => `/remote.php/dav/files/${userId}/`;
const trash = ({ userId }: Owned) => `/remote.php/dav/trashbin/${userId}/trash`;
const BULK = 'multipart/related; boundary="edge"';
const bulk = '--edge\r\nX-File-Path: /one of many.txt\r\nContent-Length: 1\r\n\r\nx\r\n--edge--\r\n';
const TUS = { 'tus-resumable': '1.0.0' };
/** An upload takes the password that began it alone. */
const OWN_TUS = { success: 204, outside: 404, more: { read: 404, folder_read: 404 } } as const;

const ASKS: Asks = {
  'dav.options': { success: 200, ask: (_, base) => ({ path: base }) },
  'dav.get': { success: 200, outside: 404, ask: ofFile() },
  'dav.head': { success: 200, outside: 404, ask: ofFile() },
  'dav.put': { success: 204, outside: 201, ask: ofFile({ body: 'more' }) },
  'dav.remove': { success: 204, outside: 404, ask: ofFile() },
  'dav.propfind': { success: 207, outside: 404, ask: ofFile({ headers: DEPTH_0 }) },
  'dav.proppatch': { success: 207, outside: 404, ask: ofFile({ body: SET }) },
  'dav.mkcol': { success: 201, ask: (owned, base) => ({ path: base + owned.freshName() }) },
  'dav.copy': { success: 201, outside: 404, ask: toAnother },
  'dav.move': { success: 201, outside: 404, ask: toAnother },
  'dav.lock': { success: 200, outside: 201, ask: ofFile({ body: LOCK }) },
  'dav.unlock': { success: 409, outside: 404, ask: ofFile({ headers: { 'lock-token': '<urn:uuid:none>' } }) },
  'links.options': { success: 200, ask: async (owned) => ({ path: await owned.link() }) },
  'links.get': { success: 200, ask: async (owned) => ({ path: await owned.link() }) },
  'links.head': { success: 200, ask: async (owned) => ({ path: await owned.link() }) },
  'links.propfind': { success: 207, ask: async (owned) => ({ path: await owned.link(), headers: DEPTH_0 }) },
  'links.collect': { success: 201, ask: async (owned) => ({ path: `${await owned.collectLink()}/x`, body: 'x' }) },
  'dialect.status': { success: 200, ask: at('/status.php') },
  'dialect.capabilities': { success: 200, ask: at('/ocs/v2.php/cloud/capabilities') },
  'dialect.user': { success: 200, ask: at('/ocs/v2.php/cloud/user') },
  'dialect.userByName': { success: 200, ask: at('/ocs/v1.php/cloud/users/anybody') },
  'dialect.emptyList': { success: 200, ask: at('/ocs/v2.php/apps/notifications/api/v2/notifications') },
  'dialect.endPassword': { success: 200, ask: at('/ocs/v2.php/core/apppassword') },
  'dialect.searchKinds': { success: 200, ask: at('/ocs/v2.php/search/providers') },
  'dialect.searchNames': {
    success: 200,
    ask: async (owned) => ({ path: `/ocs/v2.php/search/providers/files/search?term=${await owned.file()}` }),
  },
  'dialect.report': {
    success: 207,
    ask: async (owned) => {
      await owned.starred();
      return { path: files(owned), body: REPORT };
    },
  },
  'dialect.search': {
    success: 207,
    ask: async (owned) => ({ path: '/remote.php/dav/', body: search(await owned.file()) }),
  },
  'dialect.putMany': {
    success: 200,
    ask: at('/remote.php/dav/bulk', { body: bulk, headers: { 'content-type': BULK } }),
  },
  'dialect.openParts': {
    success: 201,
    ask: (owned) => ({ path: `/remote.php/dav/uploads/${owned.userId}/${owned.freshName()}` }),
  },
  'dialect.listParts': {
    success: 207,
    outside: 404,
    // Each password has its own folders of parts.
    more: { read: 404 },
    ask: async (owned) => ({ path: await owned.parts() }),
  },
  'dialect.putPart': {
    success: 201,
    outside: 404,
    ask: async (owned) => ({ path: `${await owned.parts()}/2`, body: 'x' }),
  },
  'dialect.assemble': {
    success: 201,
    outside: 404,
    ask: async (owned) => ({
      path: `${await owned.parts()}/.file`,
      headers: { destination: `${HOST}${files(owned)}${owned.freshName()}` },
    }),
  },
  'dialect.dropParts': { success: 204, outside: 404, ask: async (owned) => ({ path: await owned.parts() }) },
  'dialect.trash': { success: 207, ask: (owned) => ({ path: trash(owned) }) },
  'dialect.restore': {
    success: 201,
    outside: 404,
    more: { folder: 403 },
    ask: async (owned) => ({
      path: await owned.trashed(),
      headers: { destination: `${HOST}/remote.php/dav/trashbin/${owned.userId}/restore/x` },
    }),
  },
  // Nothing in the trash is below the folder of a password.
  'dialect.deleteTrashed': {
    success: 204,
    outside: 404,
    more: { folder_read: 404 },
    ask: async (owned) => ({ path: await owned.trashed() }),
  },
  'dialect.emptyTrash': {
    success: 204,
    more: { folder: 403 },
    ask: async (owned) => {
      await owned.trashed();
      return { path: trash(owned) };
    },
  },
  'dialect.versions': {
    success: 207,
    outside: 404,
    ask: async (owned) => ({ path: (await owned.version()).replace(/\/\d+$/, '') }),
  },
  'dialect.readVersion': { success: 200, outside: 404, ask: async (owned) => ({ path: await owned.version() }) },
  'dialect.restoreVersion': {
    success: 201,
    outside: 404,
    ask: async (owned) => ({
      path: await owned.version(),
      headers: { destination: `${HOST}/remote.php/dav/versions/${owned.userId}/restore/x` },
    }),
  },
  'dialect.preview': {
    success: 200,
    outside: 404,
    ask: async (owned) => ({ path: `/index.php/core/preview?file=/${await owned.file(true)}&x=64&y=64` }),
  },
  'dialect.thumbnail': {
    success: 200,
    outside: 404,
    ask: async (owned) => ({ path: `/index.php/apps/files/api/v1/thumbnail/64/64/${await owned.file(true)}` }),
  },
  'login.start': { success: 200, ask: at('/index.php/login/v2') },
  // The person has not allowed it.
  'login.poll': {
    success: 404,
    ask: async (owned) => ({ path: '/index.php/login/v2/poll', body: `token=${await owned.loginToken()}` }),
  },
  'tus.options': { success: 204, ask: at('/tus/', { headers: TUS }) },
  'tus.create': {
    success: 201,
    ask: (owned) => ({
      path: '/tus/',
      headers: { ...TUS, 'upload-length': '1', 'upload-metadata': `filename ${btoa(owned.freshName())}` },
    }),
  },
  'tus.look': {
    ...OWN_TUS,
    success: 200,
    ask: async (owned) => ({ path: await owned.tusUpload(), headers: TUS }),
  },
  'tus.append': {
    ...OWN_TUS,
    ask: async (owned) => ({
      path: await owned.tusUpload(),
      headers: { ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: 'x',
    }),
  },
  'tus.end': { ...OWN_TUS, ask: async (owned) => ({ path: await owned.tusUpload(), headers: TUS }) },
};

export const PROGRAM_MATRIX = Object.entries(ASKS).map(([name, { ask, ...statuses }]) => {
  const operation = name as ProgramOperation;
  return { operation, row: rowOf(operation), ask, cells: cells(operation, statuses) };
});
