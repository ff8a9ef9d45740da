/**
 * Endpoints of a guest who sends a file in parts into a folder of another person, for days where it takes so long. An upload is named by
 * the grant and by the key that the sender chose for the file; the right is asked for in every call.
 */
import * as v from 'valibot';
import { endpoint, optionalText, requiredText, wireCount } from '#shared/contract.ts';
import { byId, name } from '../fields.ts';
import { byKey, byPart, sendingSession, sentPart } from '../sending/sending-schemas.ts';

const comingFile = v.object({
  kind: v.literal('drive#coming_file'),
  key: v.string(),
  /** '' for the common folder itself. */
  parent_id: v.string(),
  name: v.string(),
  size: v.string(),
  /** Bytes that are here. */
  size_stored: v.string(),
  created_time: v.string(),
});
export type ComingFile = v.InferOutput<typeof comingFile>;

const errors = ['unauthenticated', 'not_found'] as const;
/** `failed_precondition` where the owner's drive has no space, or a part is missing. */
const partErrors = [...errors, 'permission_denied', 'invalid_argument', 'failed_precondition'] as const;

const PATH = '/drive/v1/common/folders/{id}/sending';

export const guestPartsContract = {
  commonSend: endpoint({
    id: 'drive.commonSend',
    method: 'POST',
    path: PATH,
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    adds: true,
    params: byId,
    body: v.object({
      /** The same for the same file. */
      key: requiredText,
      parent_id: optionalText,
      name,
      size: wireCount,
    }),
    output: sendingSession,
    errors: [
      ...partErrors,
      'file_not_found',
      'file_name_empty',
      'file_name_invalid',
      'file_too_large',
      'too_many_requests',
    ],
    summary: 'Begins a file of a guest of any size, or finds the parts of it that are stored; two at a time',
  }),
  commonComing: endpoint({
    id: 'drive.commonComing',
    method: 'GET',
    path: PATH,
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    params: byId,
    output: v.object({ files: v.array(comingFile) }),
    errors,
    summary: 'Files of the caller that are coming into a common folder, oldest first',
  }),
  commonSendState: endpoint({
    id: 'drive.commonSendState',
    method: 'GET',
    path: `${PATH}/{key}`,
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    params: byKey,
    output: sendingSession,
    errors,
    summary: 'Which parts of a file of a guest are stored',
  }),
  commonSendPart: endpoint({
    id: 'drive.commonSendPart',
    method: 'PUT',
    path: `${PATH}/{key}/parts/{part}`,
    host: 'drive',
    callers: 'person',
    bodyKind: 'bytes',
    idempotency: 'natural',
    adds: true,
    params: byPart,
    output: sentPart,
    errors: [...partErrors, 'too_many_requests'],
    summary: 'Stores one part of a file of a guest, the first before all others',
  }),
  commonSendComplete: endpoint({
    id: 'drive.commonSendComplete',
    method: 'POST',
    path: `${PATH}/{key}/complete`,
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    params: byKey,
    output: v.object({}),
    errors: [...errors, 'permission_denied', 'failed_precondition'],
    summary: 'Makes the parts a file of the common folder; asking again answers the same',
  }),
  commonSendAbort: endpoint({
    id: 'drive.commonSendAbort',
    method: 'DELETE',
    path: `${PATH}/{key}`,
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    params: byKey,
    output: v.object({}),
    errors: [...errors, 'permission_denied'],
    summary: 'Gives up a file that is coming in, and frees its space',
  }),
} as const;
