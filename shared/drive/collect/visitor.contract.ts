/**
 * Endpoints of visitors of a link that collects: a file in parts that goes on for days. The secret of the visitor's browser comes as
 * `x-collect-secret`; it is the whole authority. An upload is named by the key that the sender chose for the file.
 */
import * as v from 'valibot';
import { endpoint, optionalText, requiredText, wireCount } from '#shared/contract.ts';
import { name } from '../fields.ts';
import { byKey, byPart, sendingSession, sentPart } from '../sending/sending-schemas.ts';
import { COLLECT_NOTE_CHARS, COLLECT_VISITOR_CHARS } from './collect-terms.ts';

/** Of every call here. */
export const COLLECT_SECRET_HEADER = 'x-collect-secret';

const byLink = v.object({ id: requiredText });

const sentFile = v.object({
  kind: v.literal('drive#sent_file'),
  key: v.string(),
  name: v.string(),
  size: v.string(),
  /** Of a file that is coming in: bytes that are here. */
  size_stored: v.string(),
  state: v.picklist(['coming', 'accepted', 'withdrawn']),
  /** Its sender may take it back now. */
  undoable: v.boolean(),
  created_time: v.string(),
});
export type SentFileObject = v.InferOutput<typeof sentFile>;

const PATH = '/drive/v1/collect/visits/{id}/files';

export const visitorContract = {
  collectSend: endpoint({
    id: 'drive.collectSend',
    method: 'POST',
    path: PATH,
    host: 'drive',
    callers: 'anyone',
    idempotency: 'natural',
    adds: true,
    params: byLink,
    body: v.object({
      /** The same for the same file. */
      key: requiredText,
      name,
      size: wireCount,
      /** The first bytes, up to 512, as Base64; those of part 1 are looked at again. */
      head: v.pipe(optionalText, v.maxLength(1_000)),
      visitor: v.pipe(optionalText, v.maxLength(COLLECT_VISITOR_CHARS)),
      note: v.pipe(optionalText, v.maxLength(2 * COLLECT_NOTE_CHARS)),
      captcha_token: v.pipe(optionalText, v.maxLength(4_096)),
    }),
    output: sendingSession,
    errors: [
      'invalid_argument',
      'not_found',
      'failed_precondition',
      'file_name_empty',
      'file_name_invalid',
      'file_too_large',
      'too_many_requests',
      'captcha_required',
      'captcha_invalid',
    ],
    summary: 'Begins a file for a link that collects, or finds the parts of it that are stored',
  }),
  collectSent: endpoint({
    id: 'drive.collectSent',
    method: 'GET',
    path: PATH,
    host: 'drive',
    callers: 'anyone',
    idempotency: 'read',
    params: byLink,
    output: v.object({ files: v.array(sentFile) }),
    errors: ['invalid_argument', 'not_found'],
    summary: 'Files that this browser sent by a link; none for a secret that is none',
  }),
  collectSendState: endpoint({
    id: 'drive.collectSendState',
    method: 'GET',
    path: `${PATH}/{key}`,
    host: 'drive',
    callers: 'anyone',
    idempotency: 'read',
    params: byKey,
    output: sendingSession,
    errors: ['invalid_argument', 'not_found', 'failed_precondition'],
    summary: 'Which parts of a file are stored; refused once the link takes nothing any more',
  }),
  collectSendPart: endpoint({
    id: 'drive.collectSendPart',
    method: 'PUT',
    path: `${PATH}/{key}/parts/{part}`,
    host: 'drive',
    callers: 'anyone',
    bodyKind: 'bytes',
    idempotency: 'natural',
    adds: true,
    params: byPart,
    output: sentPart,
    errors: ['invalid_argument', 'not_found', 'failed_precondition', 'too_many_requests'],
    summary: 'Stores one part, the first before all others; a file of a kind that the link does not take ends here',
  }),
  collectSendComplete: endpoint({
    id: 'drive.collectSendComplete',
    method: 'POST',
    path: `${PATH}/{key}/complete`,
    host: 'drive',
    callers: 'anyone',
    idempotency: 'natural',
    params: byKey,
    output: v.object({}),
    errors: ['invalid_argument', 'not_found', 'failed_precondition'],
    summary: 'Makes the parts a file; asking again answers the same',
  }),
  collectSendAbort: endpoint({
    id: 'drive.collectSendAbort',
    method: 'DELETE',
    path: `${PATH}/{key}`,
    host: 'drive',
    callers: 'anyone',
    idempotency: 'natural',
    params: byKey,
    output: v.object({}),
    errors: ['invalid_argument', 'not_found'],
    summary: 'Gives up a file that is coming in, and frees its space',
  }),
} as const;
