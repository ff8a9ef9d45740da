/** Endpoints of the events of files: what happened to them recently. Source: wire-contract.md section 3.6. */
import * as v from 'valibot';
import { endpoint, jsonObject, optionalText, requiredText, wireCount } from '#shared/contract.ts';
import { ids, pageToken } from './fields.ts';
import { EVENT_TYPES, fileObject } from './model.ts';

const text = v.string();

const eventObject = v.object({
  kind: v.literal('drive#event'),
  id: text,
  type: v.picklist(EVENT_TYPES),
  type_name: text,
  file_id: text,
  file_name: text,
  mime_type: text,
  folder_id: text,
  created_time: text,
  updated_time: text,
  params: v.record(v.string(), v.string()),
  progress: v.number(),
  reference_resource: v.nullable(fileObject),
});
export type EventObject = v.InferOutput<typeof eventObject>;

const shortText = v.pipe(optionalText, v.maxLength(100));

/** How far it was played, and where. */
const eventParams = v.object({
  play_seconds: shortText,
  play_duration: shortText,
  media_id: shortText,
  device: shortText,
});

export const historyContract = {
  events: endpoint({
    id: 'drive.events',
    method: 'GET',
    path: '/drive/v1/events',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    query: v.object({ limit: wireCount, page_token: pageToken, filters: jsonObject, thumbnail_size: optionalText }),
    output: v.object({ events: v.array(eventObject), next_page_token: text }),
    errors: ['unauthenticated', 'invalid_argument'],
    summary:
      'What happened lately, newest first; what was played only when asked for. `filters` may name types and files',
  }),
  addEvent: endpoint({
    id: 'drive.addEvent',
    method: 'POST',
    path: '/drive/v1/events',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    body: v.object({
      event: v.object({
        type: v.picklist(['TYPE_VIEW', 'TYPE_PLAY', 'TYPE_DOWNLOAD']),
        file_id: requiredText,
        params: v.nullish(eventParams, {}),
      }),
    }),
    output: v.object({}),
    errors: ['unauthenticated', 'invalid_argument', 'file_not_found', 'file_in_recycle_bin'],
    summary: 'Notes that a file was looked at, played or downloaded',
  }),
  deleteEvents: endpoint({
    id: 'drive.deleteEvents',
    method: 'POST',
    path: '/drive/v1/events:delete',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    body: ids,
    output: v.object({}),
    errors: ['unauthenticated', 'invalid_argument'],
    summary: 'Forgets some of what happened; files stay',
  }),
  clearEvents: endpoint({
    id: 'drive.clearEvents',
    method: 'POST',
    path: '/drive/v1/events:clear',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    body: v.object({ types: v.nullish(v.array(v.picklist(EVENT_TYPES)), []) }),
    output: v.object({}),
    errors: ['unauthenticated', 'invalid_argument'],
    summary: 'Forgets what happened, of some types or all; files stay',
  }),
} as const;
