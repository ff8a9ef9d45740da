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

/** A field of a file on the wire. */
interface FileField {
  readonly schema: v.GenericSchema;
  /** In an empty file in the root, and where the field is hidden. */
  readonly empty: unknown;
  /** `all`: everybody who may open the file; `visitors`: visitors of links, and not guests of a common folder; `owner`: it stays in the drive. */
  readonly seenBy: 'all' | 'visitors' | 'owner';
  /** Set by the person, and in the export of their data under the same name. */
  readonly isExported?: true;
}

/** Every field of a file, once: its shape, its empty value, who sees it, and whether it is exported as it is. */
export const FILE_FIELDS = {
  kind: { schema: v.picklist(['drive#file', 'drive#folder']), empty: 'drive#file', seenBy: 'all' },
  id: { schema: text, empty: '', seenBy: 'all' },
  parent_id: { schema: text, empty: '', seenBy: 'visitors' },
  name: { schema: text, empty: '', seenBy: 'all' },
  user_id: { schema: text, empty: '', seenBy: 'visitors' },
  size: { schema: text, empty: '0', seenBy: 'all' },
  revision: { schema: text, empty: '1', seenBy: 'all' },
  file_extension: { schema: text, empty: '', seenBy: 'all' },
  mime_type: { schema: text, empty: '', seenBy: 'all' },
  file_category: { schema: text, empty: '', seenBy: 'all' },
  created_time: { schema: text, empty: '', seenBy: 'all' },
  modified_time: { schema: text, empty: '', seenBy: 'all' },
  user_modified_time: { schema: text, empty: '', seenBy: 'all' },
  delete_time: { schema: text, empty: '', seenBy: 'owner' },
  icon_link: { schema: text, empty: '', seenBy: 'visitors' },
  thumbnail_link: { schema: text, empty: '', seenBy: 'owner' },
  web_content_link: { schema: text, empty: '', seenBy: 'owner' },
  original_url: { schema: text, empty: '', seenBy: 'owner' },
  md5_checksum: { schema: text, empty: '', seenBy: 'visitors' },
  hash: { schema: text, empty: '', seenBy: 'visitors' },
  links: { schema: v.record(v.string(), link), empty: {}, seenBy: 'owner' },
  phase: { schema: v.picklist(PHASES), empty: 'PHASE_TYPE_COMPLETE', seenBy: 'all' },
  audit: {
    schema: v.nullable(v.object({ status: text, message: text, title: text })),
    empty: null,
    seenBy: 'visitors',
  },
  medias: { schema: v.array(v.record(v.string(), v.unknown())), empty: [], seenBy: 'owner' },
  trashed: { schema: v.boolean(), empty: false, seenBy: 'owner' },
  starred: { schema: v.boolean(), empty: false, seenBy: 'owner', isExported: true },
  writable: { schema: v.boolean(), empty: true, seenBy: 'owner' },
  tags: { schema: v.array(v.object({ name: text, type: text })), empty: [], seenBy: 'owner' },
  apps: { schema: v.array(v.record(v.string(), v.unknown())), empty: [], seenBy: 'owner' },
  params: { schema: texts, empty: {}, seenBy: 'all' },
  original_file_index: { schema: v.number(), empty: 0, seenBy: 'visitors' },
  space: { schema: text, empty: '', seenBy: 'visitors' },
  folder_type: { schema: text, empty: '', seenBy: 'visitors' },
  collection: { schema: v.null(), empty: null, seenBy: 'owner' },
  sort_name: { schema: text, empty: '', seenBy: 'visitors' },
  spell_name: { schema: v.array(text), empty: [], seenBy: 'visitors' },
  reference_events: { schema: v.array(v.unknown()), empty: [], seenBy: 'owner' },
  reference_resource: { schema: v.null(), empty: null, seenBy: 'owner' },
} as const satisfies Readonly<Record<string, FileField>>;

type Fields = typeof FILE_FIELDS;

export const fileObject = v.object(
  Object.fromEntries(Object.entries(FILE_FIELDS).map(([name, { schema }]) => [name, schema])) as {
    [Name in keyof Fields]: Fields[Name]['schema'];
  },
);
export type FileObject = v.InferOutput<typeof fileObject>;

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
