/**
 * One page of a link as the object caches it and sends it: an array a file, without names of keys and without values that follow
 * from others, a third of the bytes of files on the wire. Only what visitors may see is packed (view.ts). Pure.
 */
import { EMPTY_FILE } from '#shared/drive/file-fields.ts';
import type { FileObject } from '#shared/drive/model.ts';
import { splitExtension } from '#shared/drive/names.ts';
import { parseWireTime } from '#shared/units.ts';
import type { Crumb } from '#worker/services/drive/service.ts';

/** Keys of a visitor's file that are stored as they are, behind those that every listing needs. */
const REST = [
  'parent_id',
  'revision',
  'created_time',
  'modified_time',
  'user_modified_time',
  'icon_link',
  'md5_checksum',
  'hash',
  'params',
  'phase',
  'audit',
  'original_file_index',
  'space',
  'folder_type',
  'sort_name',
  'spell_name',
  'file_extension',
] as const satisfies readonly (keyof FileObject)[];

/** Zero stands for the value that a file has without any, so that most rows end early. */
const ABSENT = 0;

export type PackedRow = readonly [
  id: string,
  name: string,
  isFolder: 0 | 1,
  sizeBytes: number,
  modifiedMs: number,
  mime: string,
  category: string,
  /** As content links spell it; '' without content. */
  linkKey: string,
  /** '' without a small image. */
  imageMark: string,
  ...rest: unknown[],
];

/** JSON of this is the text of a page. */
export interface PackedPage {
  readonly ownerId: string;
  readonly rows: readonly PackedRow[];
  readonly nextPageToken: string;
  /** From the top of the link to the folder shown. */
  readonly path: readonly Crumb[];
  /** Operators closed the contents of all roots. */
  readonly isBlocked?: true;
  /** Of an album. */
  readonly title?: string;
  /** Of a search: the folders that a thing is in, by its id. */
  readonly places?: Readonly<Record<string, string>>;
  /** The beginning of the one text that the link shows. */
  readonly textStart?: string;
  /** Files and folders of all pages; left out for a page that is the whole list, and where there are too many to count. */
  readonly counts?: { readonly files: number; readonly folders: number };
}

const FIRST_REST = 9;

const PASSED = { status: 'STATUS_OK', message: '', title: '' };

function usual(key: (typeof REST)[number], file: Pick<FileObject, 'kind' | 'name'>): unknown {
  if (key === 'audit') return file.kind === 'drive#file' ? PASSED : null;
  if (key === 'file_extension') return file.kind === 'drive#file' ? splitExtension(file.name).extension : '';
  if (key === 'folder_type') return file.kind === 'drive#file' ? '' : 'NORMAL';
  return EMPTY_FILE[key];
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Whether both are the same, or objects of the same texts. */
function isSame(value: unknown, other: unknown): boolean {
  if (value === other) return true;
  if (!isRecord(value) || !isRecord(other)) return false;
  const names = Object.keys(value);
  return names.length === Object.keys(other).length && names.every((name) => value[name] === other[name]);
}

/** @param file  as visitors see it */
export function packFile(file: FileObject, linkKey: string, imageMark: string): PackedRow {
  const rest = REST.map((key) => {
    const value = file[key];
    return isSame(value, usual(key, file)) ? ABSENT : [value];
  });
  while (rest.at(-1) === ABSENT) rest.pop();
  return [
    file.id,
    file.name,
    file.kind === 'drive#folder' ? 1 : 0,
    Number(file.size),
    parseWireTime(file.user_modified_time || file.modified_time) ?? 0,
    file.mime_type,
    file.file_category,
    linkKey,
    imageMark,
    ...rest,
  ];
}

/** The file as visitors see it, without links. */
export function unpackFile(row: PackedRow, ownerId: string): FileObject {
  const [id, name, isFolder, sizeBytes, , mime, category] = row;
  const kind = isFolder ? 'drive#folder' : 'drive#file';
  const rest: Record<string, unknown> = {};
  for (const [index, key] of REST.entries()) {
    const stored = row[FIRST_REST + index];
    rest[key] = Array.isArray(stored) ? stored[0] : usual(key, { kind, name });
  }
  return {
    ...EMPTY_FILE,
    kind,
    id,
    name,
    user_id: ownerId,
    size: String(sizeBytes),
    mime_type: mime,
    file_category: category,
    writable: false,
    ...(rest as Partial<FileObject>),
  };
}

/** The size of a picture in pixels, as it is shown; null where it is not known. */
export function pictureSizeOf(row: PackedRow): { readonly width: number; readonly height: number } | null {
  const stored = row[FIRST_REST + REST.indexOf('params')];
  const { width, height } = Array.isArray(stored) ? (stored[0] as Readonly<Record<string, string>>) : {};
  return width === undefined || height === undefined ? null : { width: Number(width), height: Number(height) };
}
