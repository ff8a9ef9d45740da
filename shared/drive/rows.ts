/**
 * What a listing shows of a file: the few fields a row needs, from the wire's many. Pure; used on both sides.
 */
import { parseWireTime } from '#shared/units.ts';
import type { FileObject, Phase } from './model.ts';

export interface DriveRow {
  readonly id: string;
  readonly parentId: string;
  readonly name: string;
  readonly folder: boolean;
  /** Bytes; 0 for folders. */
  readonly sizeBytes: number;
  /** Epoch ms. */
  readonly modifiedMs: number;
  /** Epoch ms of the moment it was thrown away, or null. */
  readonly trashedMs: number | null;
  readonly mime: string;
  readonly category: string;
  readonly phase: Phase;
}

export function rowOf(file: FileObject): DriveRow {
  return {
    id: file.id,
    parentId: file.parent_id,
    name: file.name,
    folder: file.kind === 'drive#folder',
    sizeBytes: Number(file.size),
    modifiedMs: parseWireTime(file.user_modified_time || file.modified_time) ?? 0,
    trashedMs: parseWireTime(file.delete_time),
    mime: file.mime_type,
    category: file.file_category,
    phase: file.phase,
  };
}

export type IconKind = 'folder' | 'image' | 'video' | 'audio' | 'archive' | 'document' | 'pdf' | 'code' | 'other';

const CODE = /^(text\/(html|css|javascript|xml)|application\/(json|xml|javascript|x-sh|typescript))/;

/** Which sign stands beside a row. */
export function iconKindOf(row: Pick<DriveRow, 'folder' | 'mime' | 'category'>): IconKind {
  if (row.folder) return 'folder';
  if (row.mime === 'application/pdf') return 'pdf';
  if (CODE.test(row.mime)) return 'code';
  switch (row.category) {
    case 'IMAGE':
      return 'image';
    case 'VIDEO':
      return 'video';
    case 'AUDIO':
      return 'audio';
    case 'ARCHIVE':
      return 'archive';
    case 'DOCUMENT':
      return 'document';
    default:
      return 'other';
  }
}
