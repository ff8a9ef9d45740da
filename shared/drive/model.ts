/**
 * Shapes of a drive on the wire: files, tasks, orders, phases. Source: wire-contract.md sections 3 and 5, spec section 3.
 */
import * as v from 'valibot';

export { DEFAULT_ORDER, SORT_ORDERS, type SortOrder, sortOrderOf } from './orders.ts';

export const PHASES = ['PHASE_TYPE_PENDING', 'PHASE_TYPE_RUNNING', 'PHASE_TYPE_COMPLETE', 'PHASE_TYPE_ERROR'] as const;
export type Phase = (typeof PHASES)[number];

export const TASK_TYPES = [
  'upload',
  'offline',
  'restore',
  'copy',
  'move',
  'trash',
  'untrash',
  'delete',
  'emptytrash',
  'rename',
  'star',
  'unstar',
  'pack_files',
  'decompress',
] as const;
export type TaskType = (typeof TASK_TYPES)[number];

/** Types of events of a file (wire-contract.md 3.6). */
export const EVENT_TYPES = [
  'TYPE_CREATE',
  'TYPE_DELETE',
  'TYPE_DOWNLOAD',
  'TYPE_PLAY',
  'TYPE_RESTORE',
  'TYPE_UPDATE',
  'TYPE_UPLOAD',
  'TYPE_VIEW',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

const link = v.object({ url: v.string(), token: v.string(), expire: v.string(), type: v.string() });
const text = v.string();
const texts = v.record(v.string(), v.string());

export const fileObject = v.object({
  kind: v.picklist(['drive#file', 'drive#folder']),
  id: text,
  parent_id: text,
  name: text,
  user_id: text,
  size: text,
  revision: text,
  file_extension: text,
  mime_type: text,
  file_category: text,
  created_time: text,
  modified_time: text,
  user_modified_time: text,
  delete_time: text,
  icon_link: text,
  thumbnail_link: text,
  web_content_link: text,
  original_url: text,
  md5_checksum: text,
  hash: text,
  links: v.record(v.string(), link),
  phase: v.picklist(PHASES),
  audit: v.nullable(v.object({ status: text, message: text, title: text })),
  medias: v.array(v.record(v.string(), v.unknown())),
  trashed: v.boolean(),
  starred: v.boolean(),
  writable: v.boolean(),
  tags: v.array(v.object({ name: text, type: text })),
  apps: v.array(v.record(v.string(), v.unknown())),
  params: texts,
  original_file_index: v.number(),
  space: text,
  folder_type: text,
  collection: v.null(),
  sort_name: text,
  spell_name: v.array(text),
  reference_events: v.array(v.unknown()),
  reference_resource: v.null(),
});
export type FileObject = v.InferOutput<typeof fileObject>;

/** An empty file in the root: its values are also those of keys that a visitor of a link may not see. */
export const EMPTY_FILE: FileObject = {
  kind: 'drive#file',
  id: '',
  parent_id: '',
  name: '',
  user_id: '',
  size: '0',
  revision: '1',
  file_extension: '',
  mime_type: '',
  file_category: '',
  created_time: '',
  modified_time: '',
  user_modified_time: '',
  delete_time: '',
  icon_link: '',
  thumbnail_link: '',
  web_content_link: '',
  original_url: '',
  md5_checksum: '',
  hash: '',
  links: {},
  phase: 'PHASE_TYPE_COMPLETE',
  audit: null,
  medias: [],
  trashed: false,
  starred: false,
  writable: true,
  tags: [],
  apps: [],
  params: {},
  original_file_index: 0,
  space: '',
  folder_type: '',
  collection: null,
  sort_name: '',
  spell_name: [],
  reference_events: [],
  reference_resource: null,
};

export const taskObject = v.object({
  kind: v.literal('drive#task'),
  id: text,
  name: text,
  type: text,
  user_id: text,
  statuses: v.array(v.unknown()),
  status_size: v.number(),
  params: texts,
  file_id: text,
  file_name: text,
  file_size: text,
  message: text,
  created_time: text,
  updated_time: text,
  third_task_id: text,
  phase: v.picklist(PHASES),
  progress: v.number(),
  icon_link: text,
  callback: text,
  reference_resource: v.nullable(v.record(v.string(), v.unknown())),
  space: text,
});
export type TaskObject = v.InferOutput<typeof taskObject>;

export const fileList = v.object({
  kind: v.literal('drive#fileList'),
  next_page_token: text,
  files: v.array(fileObject),
  version: text,
  version_outdated: v.boolean(),
  sync_time: text,
});
export type FileList = v.InferOutput<typeof fileList>;

/** Facts of the content, which who may open a file may download anyway. */
const VISIBLE_PARAMS = ['width', 'height', 'duration', 'thumbnail_blur'] as const;

/** Facts of a file that everybody who may open it may know. A key that is not listed here stays in the owner's drive. */
export function openFactsOf(file: FileObject) {
  const { kind, id, name, size, revision, file_extension, mime_type, file_category, phase, params } = file;
  const { created_time, modified_time, user_modified_time } = file;
  return {
    kind,
    id,
    name,
    size,
    revision,
    file_extension,
    mime_type,
    file_category,
    phase,
    created_time,
    modified_time,
    user_modified_time,
    params: Object.fromEntries(VISIBLE_PARAMS.flatMap((key) => (params[key] ? [[key, params[key]]] : []))),
  };
}
