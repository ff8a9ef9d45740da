/**
 * The row of a listing: the few fields it needs of a file's many on the wire. Pure; used on both sides.
 */
import { parseWireTime } from '#shared/units.ts';
import type { FileObject, Phase } from './model.ts';
import type { FoundFile } from './search.contract.ts';

export interface DriveRow {
  readonly id: string;
  readonly parentId: string;
  readonly name: string;
  readonly folder: boolean;
  /** Bytes; 0 for folders. */
  readonly sizeBytes: number;
  /** Epoch ms. */
  readonly modifiedMs: number;
  /** Epoch ms of trashing, or null. */
  readonly trashedMs: number | null;
  readonly mime: string;
  readonly category: string;
  readonly phase: Phase;
  readonly starred: boolean;
  /** Address of the small image of its content; with `l` in place of the last letter, of the large one. */
  readonly image?: string;
  /** Placeholder until the image is loaded: 4 by 3 colours of three hex digits. */
  readonly blur?: string;
  /** Whole days until it goes for good; only in the trash. */
  readonly daysLeft?: number;
  /** Names of the folders above it, from the root; only where a search found it, and in the trash those it would go back into. */
  readonly path?: readonly string[];
  /** When it was taken, by the clock there, as if that showed UTC; epoch ms. Only among pictures by time. */
  readonly takenMs?: number;
  /** A search found it with an error in a word. */
  readonly isNear?: boolean;
}

/** Fields of a row, or of an album, that a dialog about links needs. */
export type SharedRow = Pick<DriveRow, 'id' | 'name' | 'parentId' | 'folder'>;

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
    starred: file.starred,
    ...imageFacts(file),
    ...(file.trashed ? trashFacts(file.params) : {}),
  };
}

/** In a listing of large images too, the row has the address of the small one. */
function imageFacts({ thumbnail_link: link, params }: FileObject): Pick<DriveRow, 'image' | 'blur'> {
  if (!link) return {};
  const { thumbnail_blur: blur } = params;
  return { image: link.replace(/l$/, 's'), ...(blur ? { blur } : {}) };
}

function trashFacts({ trash_days, trash_home }: FileObject['params']): Pick<DriveRow, 'daysLeft' | 'path'> {
  return {
    ...(trash_days === undefined ? {} : { daysLeft: Number(trash_days) }),
    ...(trash_home === undefined ? {} : { path: trash_home === '' ? [] : trash_home.split('/') }),
  };
}

/** A row of a search: with the way to it. */
export function foundRowOf(file: FoundFile): DriveRow {
  return { ...rowOf(file), path: file.path.map(({ name }) => name) };
}

/** Rows of a search, the last of which may have names with an error. */
export function foundRowsOf({ files, near_count: near }: FoundRows): DriveRow[] {
  return files.map((file, at) => ({
    ...foundRowOf(file),
    ...(at < files.length - near ? {} : { isNear: true }),
  }));
}

interface FoundRows {
  readonly files: readonly FoundFile[];
  readonly near_count: number;
}

export type IconKind = 'folder' | 'image' | 'video' | 'audio' | 'archive' | 'document' | 'pdf' | 'code' | 'other';

const CODE = /^(text\/(html|css|javascript|xml)|application\/(json|xml|javascript|x-sh|typescript))/;

/** Whether the bytes are text, as far as the type says. */
export function isTextMime(mime: string): boolean {
  return CODE.test(mime) || mime.startsWith('text/') || mime === 'application/x-subrip';
}

/** Kinds whose content is still known at the size of an icon: a page of text is an empty white square there. */
const PICTURED: ReadonlySet<IconKind> = new Set(['image', 'video', 'audio']);

/** Whether a row shows its small image, and no icon. */
export function isPictured(row: Pick<DriveRow, 'folder' | 'mime' | 'category'>): boolean {
  return PICTURED.has(iconKindOf(row));
}

/** The sign beside a row. */
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
