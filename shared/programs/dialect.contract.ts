/**
 * The dialect of sync clients. Files have every method of WebDAV (dav.contract.ts) at `/remote.php/dav/files/{person}/` and
 * `/remote.php/webdav/`; here are the rows that it adds.
 */
import { type ProgramRow, programRow } from './row.ts';

const FILES = '/remote.php/dav/files/{person}/*';
const PARTS = '/remote.php/dav/uploads/{person}/{folder}';
const PART = `${PARTS}/{part}`;
const TRASH = '/remote.php/dav/trashbin/{person}/trash';
const VERSIONS = '/remote.php/dav/versions/{person}/versions/{number}';
const VERSION = `${VERSIONS}/{version}`;
const anyone = { callers: 'anyone', success: [200] } as const;

export const dialectContract = {
  status: programRow('GET', '/status.php', false, { ...anyone, refusals: [405], summary: 'Product and version' }),
  capabilities: programRow('GET', '/ocs/{version}/cloud/capabilities', false, {
    ...anyone,
    summary: 'Parts of the protocol that are served',
  }),
  user: programRow('GET', '/ocs/{version}/cloud/user', false, { success: [200], summary: 'The person, and the space' }),
  userByName: programRow('GET', '/ocs/{version}/cloud/users/{name}', false, {
    success: [200],
    summary: 'The same, as older clients ask: it is the person of the password whatever the name',
  }),
  emptyList: programRow('GET', '/ocs/{version}/*', false, {
    success: [200],
    refusals: [404],
    summary: 'Lists that are empty here, such as notifications',
  }),
  endPassword: programRow('DELETE', '/ocs/{version}/core/apppassword', false, {
    success: [200],
    refusals: [404],
    summary: 'Ends the app password that asks: phone apps do so when a person signs out',
  }),
  searchKinds: programRow('GET', '/ocs/{version}/search/providers', false, {
    success: [200],
    summary: 'Kinds of things that are searched: files',
  }),
  searchNames: programRow('GET', '/ocs/{version}/search/providers/files/search', false, {
    success: [200],
    summary: 'Files and folders by name, at most 500 in pages',
  }),
  report: programRow('REPORT', FILES, false, {
    body: 'xml',
    success: [207],
    refusals: [413],
    summary: 'Files with a star, at most 500',
  }),
  search: programRow('SEARCH', '/remote.php/dav', false, {
    body: 'xml',
    success: [207],
    refusals: [404, 413],
    summary: 'Files and folders by name, kind, time, size, number or star, in a folder or in all: at most 1,000',
  }),
  putMany: programRow('POST', '/remote.php/dav/bulk', true, {
    body: 'bytes',
    success: [200],
    refusals: [405, 413, 415],
    summary: 'Stores many small files, each as PUT would: the answer has a line for each',
  }),
  openParts: programRow('MKCOL', PARTS, true, {
    success: [201],
    refusals: [404, 405, 413, 507],
    summary: 'Makes a folder for the parts of one file',
  }),
  listParts: programRow('PROPFIND', PARTS, false, {
    body: 'xml',
    success: [207],
    refusals: [404, 413],
    summary: 'Parts that are stored',
  }),
  putPart: programRow('PUT', PART, true, {
    body: 'bytes',
    success: [201],
    refusals: [404, 411, 413, 507],
    summary: 'Stores a part; one of the same name takes its place',
  }),
  assemble: programRow('MOVE', `${PARTS}/.file`, true, {
    success: [201, 202, 204],
    refusals: [404, 405, 409, 412, 423, 502, 507],
    summary: 'Makes the file of its parts',
  }),
  dropParts: programRow('DELETE', PARTS, true, { success: [204], refusals: [404], summary: 'Gives the parts up' }),
  trash: programRow('PROPFIND', TRASH, false, {
    body: 'xml',
    success: [207],
    refusals: [404, 413],
    summary: 'The newest 1,000 in the trash',
  }),
  restore: programRow('MOVE', `${TRASH}/{id}`, true, {
    success: [201],
    refusals: [404],
    summary: 'Takes one out of the trash',
  }),
  deleteTrashed: programRow('DELETE', `${TRASH}/{id}`, true, {
    success: [204],
    refusals: [404],
    summary: 'Deletes one in the trash',
  }),
  emptyTrash: programRow('DELETE', TRASH, true, { success: [204], summary: 'Empties the trash' }),
  versions: programRow('PROPFIND', VERSIONS, false, {
    body: 'xml',
    success: [207],
    refusals: [404, 413],
    summary: 'Versions of a file, newest first',
  }),
  readVersion: programRow('GET', VERSION, false, {
    success: [200, 206, 304],
    refusals: [404, 412, 416],
    summary: 'Bytes of a version',
  }),
  restoreVersion: programRow('MOVE', VERSION, true, {
    success: [201],
    refusals: [404, 423],
    summary: 'Makes a version the content of its file',
  }),
  preview: programRow('GET', '/index.php/core/preview', false, {
    success: [200],
    refusals: [404],
    summary: 'Small image of a file, by path or number',
  }),
  thumbnail: programRow('GET', '/index.php/apps/files/api/v1/thumbnail/{width}/{height}/*', false, {
    success: [200],
    refusals: [404],
    summary: 'Small image of a file, by path',
  }),
} as const satisfies Readonly<Record<string, ProgramRow>>;
