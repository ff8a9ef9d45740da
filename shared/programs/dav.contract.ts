/** WebDAV at the address of programs (RFC 4918, RFC 4331): a row a method. */
import { DAV_PATH } from './paths.ts';
import { type ProgramRow, programRow } from './row.ts';

const AT = `${DAV_PATH}*`;

export const davContract = {
  options: programRow('OPTIONS', AT, false, {
    callers: 'anyone',
    success: [200],
    summary: 'Classes and methods that are spoken',
  }),
  get: programRow('GET', AT, false, {
    success: [200, 206, 304],
    refusals: [404, 405, 412, 416],
    summary: 'Bytes of a file; ranges and conditions as RFC 9110 says',
  }),
  head: programRow('HEAD', AT, false, {
    success: [200, 304],
    refusals: [404, 405, 412],
    summary: 'Headers of a file',
  }),
  put: programRow('PUT', AT, true, {
    body: 'bytes',
    success: [201, 202, 204],
    refusals: [404, 405, 409, 412, 413, 415, 423, 507],
    summary: 'Makes a file, or a version of the one that is there',
  }),
  remove: programRow('DELETE', AT, true, {
    success: [204],
    refusals: [404, 412, 423],
    summary: 'Takes a file or folder to the trash',
  }),
  propfind: programRow('PROPFIND', AT, false, {
    body: 'xml',
    success: [207],
    refusals: [404, 413],
    summary: 'Properties of a file or folder, and with depth 1 of what is in it',
  }),
  proppatch: programRow('PROPPATCH', AT, true, {
    body: 'xml',
    success: [207],
    refusals: [404, 412, 413, 423],
    summary: 'Sets and removes properties, all or none',
  }),
  mkcol: programRow('MKCOL', AT, true, {
    success: [201],
    refusals: [405, 409, 412, 415, 423, 507],
    summary: 'Makes a folder',
  }),
  copy: programRow('COPY', AT, true, {
    success: [201, 202, 204],
    refusals: [404, 409, 412, 423, 502, 507],
    summary: 'Copies a file or a tree by reference',
  }),
  move: programRow('MOVE', AT, true, {
    success: [201, 204],
    refusals: [404, 409, 412, 423, 502],
    summary: 'Moves or renames; a file over a file leaves the one that was there, with a new version',
  }),
  lock: programRow('LOCK', AT, true, {
    body: 'xml',
    success: [200, 201],
    refusals: [404, 409, 412, 413, 423, 507],
    summary: 'Makes or renews a write lock; where nothing is, an empty file too',
  }),
  unlock: programRow('UNLOCK', AT, true, {
    success: [204],
    refusals: [404, 409],
    summary: 'Ends a write lock',
  }),
} as const satisfies Readonly<Record<string, ProgramRow>>;

export type DavOperation = keyof typeof davContract;
