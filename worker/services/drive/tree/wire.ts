/**
 * Rows of a drive in the spelling of the wire. Source: wire-contract.md sections 3.2 and 5. No SQL, no decisions.
 */
import type { FileObject, Phase } from '#shared/drive/model.ts';
import { PHASES } from '#shared/drive/model.ts';
import { splitExtension } from '#shared/drive/names.ts';
import { storedTime } from '#shared/drive/stored-time.ts';
import { DAY_MS, SECOND_MS, wireTime } from '#shared/units.ts';
import { type ImageLinks, imageMarkOf } from '../images/link.ts';
import { type NodeRow, type PicturedRow, wireFieldsOf } from './node-columns.ts';
import { STATE } from './tree.store.ts';

export interface FileOptions {
  /** Owner of the drive. */
  readonly userId: string;
  /** True when the node is in the trash below its root. */
  readonly trashed?: boolean;
  /** Of a trashed root: names of the folders that it would return to, and the time of the answer. */
  readonly home?: readonly string[] | undefined;
  readonly nowMs?: number;
  readonly links?: FileObject['links'];
  readonly webContentLink?: string;
  /** Signs the link to the small image. */
  readonly imageLinks?: ImageLinks;
}

export function phaseOf(text: string): Phase {
  return PHASES.find((phase) => phase === text) ?? 'PHASE_TYPE_ERROR';
}

export function textsOf(json: string): Record<string, string> {
  return JSON.parse(json) as Record<string, string>;
}

/** Ours, wire-contract.md is silent: when it goes for good, and where it would go back to, joined by `/`, which no name holds. */
function trashTexts(row: NodeRow, { home, nowMs }: FileOptions): Record<string, string> {
  const untilMs = row.trash_until_ms;
  if (row.state !== STATE.trashed || untilMs === null) return {};
  return {
    trash_until: wireTime(untilMs),
    ...(nowMs === undefined ? {} : { trash_days: String(Math.max(0, Math.round((untilMs - nowMs) / DAY_MS))) }),
    ...(home ? { trash_home: home.join('/') } : {}),
  };
}

/** Ours: size and placeholder of a picture, where the drive has learnt them. */
function pictureTexts({ picture }: PicturedRow): Record<string, string> {
  const images = picture?.images;
  if (!images) return {};
  const { width, height, blur, durationMs = 0 } = images;
  return {
    ...(width > 0 ? { width: String(width), height: String(height) } : {}),
    ...(durationMs > 0 ? { duration: String(Math.round(durationMs / SECOND_MS)) } : {}),
    ...(blur === '' ? {} : { thumbnail_blur: blur }),
  };
}

export function toFileObject(row: PicturedRow, options: FileOptions): FileObject {
  const isFile = row.is_file === 1;
  const phase = phaseOf(row.phase);
  const isTrashed = options.trashed ?? row.state === STATE.trashed;
  return {
    kind: isFile ? 'drive#file' : 'drive#folder',
    ...wireFieldsOf(row),
    parent_id: row.state === STATE.live ? row.parent_id : (row.trash_parent_id ?? ''),
    user_id: options.userId,
    size: String(isFile ? row.size_bytes : 0),
    revision: String(row.revision),
    file_extension: isFile ? splitExtension(row.name).extension : '',
    created_time: wireTime(row.created_ms),
    modified_time: wireTime(row.modified_ms),
    user_modified_time: storedTime(row.user_modified_ms),
    delete_time: wireTime(row.trashed_ms),
    icon_link: '',
    thumbnail_link: isTrashed ? '' : (options.imageLinks?.(row.id, imageMarkOf(row)) ?? ''),
    web_content_link: options.webContentLink ?? '',
    original_url: '',
    md5_checksum: '',
    hash: row.gcid.toUpperCase(),
    links: options.links ?? {},
    phase,
    audit: isFile && phase === 'PHASE_TYPE_COMPLETE' ? { status: 'STATUS_OK', message: '', title: '' } : null,
    medias: [],
    trashed: isTrashed,
    writable: true,
    tags: row.starred === 1 ? [{ name: 'STAR', type: '' }] : [],
    apps: [],
    params: { ...textsOf(row.params), ...pictureTexts(row), ...trashTexts(row, options) },
    original_file_index: 0,
    space: '',
    folder_type: isFile ? '' : row.folder_type || 'NORMAL',
    collection: null,
    sort_name: '',
    spell_name: [],
    reference_events: [],
    reference_resource: null,
  };
}
