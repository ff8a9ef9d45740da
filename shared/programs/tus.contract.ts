/** Uploads by tus 1.0: core, creation, creation with upload, termination, checksum, expiration. */
import { TUS_PATH } from './paths.ts';
import { type ProgramRow, programRow } from './row.ts';

const UPLOAD = `${TUS_PATH}{upload}`;

export const tusContract = {
  options: programRow('OPTIONS', TUS_PATH, false, {
    callers: 'anyone',
    success: [204],
    summary: 'Version, extensions and limits',
  }),
  create: programRow('POST', TUS_PATH, true, {
    body: 'bytes',
    success: [201],
    refusals: [404, 405, 409, 411, 412, 413, 415, 423, 460, 507],
    summary: 'Begins an upload, and takes its first bytes',
  }),
  look: programRow('HEAD', UPLOAD, false, {
    success: [200],
    refusals: [404, 410, 412, 423],
    summary: 'How many bytes are stored',
  }),
  append: programRow('PATCH', UPLOAD, true, {
    body: 'bytes',
    success: [204],
    refusals: [404, 409, 410, 411, 412, 413, 415, 423, 460, 507],
    summary: 'Adds bytes where the stored ones end',
  }),
  end: programRow('DELETE', UPLOAD, true, {
    success: [204],
    refusals: [404, 410, 412],
    summary: 'Gives an upload up',
  }),
} as const satisfies Readonly<Record<string, ProgramRow>>;
