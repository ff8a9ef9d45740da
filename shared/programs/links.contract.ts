/** Links as folders of WebDAV, for reading; links that collect files take a PUT and show nothing. */
import { LINK_PATH } from './paths.ts';
import { type ProgramRow, programRow } from './row.ts';

const AT = `${LINK_PATH}{link}/*`;
const visitor = { callers: 'visitor' } as const;

export const linkContract = {
  options: programRow('OPTIONS', AT, false, { callers: 'anyone', success: [200], summary: 'Methods that are spoken' }),
  get: programRow('GET', AT, false, {
    ...visitor,
    success: [200, 206, 304],
    refusals: [404, 405, 412, 416],
    summary: 'Bytes of a file',
  }),
  head: programRow('HEAD', AT, false, {
    ...visitor,
    success: [200, 304],
    refusals: [404, 405, 412],
    summary: 'Headers of a file',
  }),
  propfind: programRow('PROPFIND', AT, false, {
    ...visitor,
    body: 'xml',
    success: [207],
    refusals: [404, 413],
    summary: 'Properties of a file or folder, and with depth 1 of what is in it',
  }),
  collect: programRow('PUT', AT, true, {
    ...visitor,
    body: 'bytes',
    success: [201],
    refusals: [404, 411, 413, 507],
    summary: 'Sends a file to a link that collects',
  }),
} as const satisfies Readonly<Record<string, ProgramRow>>;
