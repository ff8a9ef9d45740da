/** How a file is shown, by its name and type, and up to which size. Pure. */
import { kindOfFile, mimeOf } from '#shared/drive/file-kind.ts';
import { MIB } from '#shared/units.ts';
import type { PreviewItem } from './preview-types.ts';

/** Formats that the sandboxed frame shows. */
export type FrameFormat =
  | 'pdf'
  | 'code'
  | 'text'
  | 'markdown'
  | 'csv'
  | 'docx'
  | 'xlsx'
  | 'pptx'
  | 'epub'
  | 'svg'
  | 'heic'
  | 'tiff';

/** Documents whose beginning the frame draws as a picture. */
const PAGED = [
  'pdf',
  'docx',
  'xlsx',
  'pptx',
  'markdown',
  'code',
  'text',
  'csv',
] as const satisfies readonly FrameFormat[];

export type PageFormat = `${(typeof PAGED)[number]}-page`;

export type PreviewKind =
  | { readonly kind: 'picture' }
  | { readonly kind: 'video' }
  | { readonly kind: 'audio' }
  | { readonly kind: 'frame'; readonly format: FrameFormat }
  | { readonly kind: 'archive' }
  | { readonly kind: 'other' };

/** Pictures that every browser shows by itself. */
const PICTURES = new Set(['png', 'jpg', 'jpeg', 'jfif', 'gif', 'webp', 'avif', 'bmp', 'ico']);
const FRAMES: Readonly<Record<string, FrameFormat>> = {
  pdf: 'pdf',
  md: 'markdown',
  markdown: 'markdown',
  csv: 'csv',
  tsv: 'csv',
  docx: 'docx',
  xlsx: 'xlsx',
  pptx: 'pptx',
  epub: 'epub',
  svg: 'svg',
  heic: 'heic',
  heif: 'heic',
  tif: 'tiff',
  tiff: 'tiff',
};
const TEXTS = new Set([
  'txt',
  'log',
  'srt',
  'vtt',
  'ass',
  'ssa',
  'nfo',
  'lrc',
  'text',
  'me',
  'gitignore',
  'env',
  'cue',
]);
const CODES = new Set(
  (
    'bash bat c cc cfg clj cmake conf cpp cs css dart diff dockerfile erl ex go gradle graphql groovy h hpp hs htm html ini java js ' +
    'json jsonc jsx jl kt less lua m makefile mjs mm nim patch php pl properties proto ps1 py r rb rs sass scala scss sh sql swift ' +
    'tex tf toml ts tsx vb vue wat xhtml xml xsl yaml yml zig zsh'
  ).split(' '),
);
const ARCHIVES = new Set(['zip', '7z', 'rar', 'tar', 'tgz', 'jar', 'apk']);
/** Playlists of HTTP live streaming: the browser plays them itself, or not at all. */
const PLAYLISTS = new Set(['m3u8']);

/** Most bytes that are loaded for the frame. The reader downloads larger files, and the rest of larger texts. */
const LIMITS: Readonly<Record<FrameFormat, number>> = {
  pdf: 200 * MIB,
  code: 2 * MIB,
  text: 5 * MIB,
  markdown: 2 * MIB,
  csv: 10 * MIB,
  docx: 30 * MIB,
  xlsx: 20 * MIB,
  pptx: 60 * MIB,
  epub: 60 * MIB,
  svg: 10 * MIB,
  heic: 60 * MIB,
  tiff: 100 * MIB,
};
/** 64 MiB: larger pictures would fill the memory of a phone. */
const PICTURE_BYTES = 64 * MIB;

/** Extension in lower case; the whole name where it has none, as in `Makefile`. */
export function extensionOf(name: string): string {
  const at = name.lastIndexOf('.');
  return name.slice(at + 1).toLowerCase();
}

/** @param sizeBytes  left out where it is unknown */
export function kindOf({
  name,
  mime,
  sizeBytes = Number.POSITIVE_INFINITY,
}: Pick<PreviewItem, 'name' | 'mime'> & Partial<Pick<PreviewItem, 'sizeBytes'>>): PreviewKind {
  const extension = extensionOf(name);
  const format = FRAMES[extension];
  if (PICTURES.has(extension)) return { kind: 'picture' };
  if (format) return { kind: 'frame', format };
  // `.ts` is a stream of video in most drives, and a program where its type or its size says so.
  if (extension === 'ts' && (/typescript|text\//.test(mime) || sizeBytes <= LIMITS.code))
    return { kind: 'frame', format: 'code' };
  const category = kindOfFile(name, mime);
  if (PLAYLISTS.has(extension) || category === 'VIDEO') return { kind: 'video' };
  if (category === 'AUDIO') return { kind: 'audio' };
  if (ARCHIVES.has(extension) || category === 'ARCHIVE') return { kind: 'archive' };
  if (CODES.has(extension)) return { kind: 'frame', format: 'code' };
  if (TEXTS.has(extension)) return { kind: 'frame', format: 'text' };
  return kindOfMime(mime);
}

const MIME_FORMATS: Readonly<Record<string, FrameFormat>> = {
  'application/pdf': 'pdf',
  'application/epub+zip': 'epub',
  'application/json': 'code',
  'application/xml': 'code',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'image/svg+xml': 'svg',
  'image/heic': 'heic',
  'image/heif': 'heic',
  'image/tiff': 'tiff',
  'text/csv': 'csv',
  'text/markdown': 'markdown',
  'text/plain': 'text',
};

/** A name without a known extension: the stored type decides. */
function kindOfMime(mime: string): PreviewKind {
  const type = mime.toLowerCase().split(';', 1).join('').trim();
  const format = MIME_FORMATS[type];
  if (format) return { kind: 'frame', format };
  if (/^image\/(png|jpeg|gif|webp|avif|bmp)$/.test(type)) return { kind: 'picture' };
  if (type.startsWith('text/')) return { kind: 'frame', format: 'code' };
  return { kind: 'other' };
}

/** Formats whose bytes are text: of a larger one the start is shown. */
const TEXT_FORMATS: readonly FrameFormat[] = ['text', 'code', 'csv', 'markdown'];

export function isText(kind: PreviewKind): boolean {
  return kind.kind === 'frame' && TEXT_FORMATS.includes(kind.format);
}

/** How the beginning is drawn as a picture; null for what has none. */
export function pageFormatOf(kind: PreviewKind): PageFormat | null {
  const format = kind.kind === 'frame' ? PAGED.find((one) => one === kind.format) : undefined;
  return format ? `${format}-page` : null;
}

/** Whether the viewer shows nothing of a file of this size. */
export function isTooLarge(kind: PreviewKind, sizeBytes: number): boolean {
  return !isText(kind) && sizeBytes > limitBytesOf(kind);
}

/** Most bytes that are loaded; players and archives read parts and have no limit. */
export function limitBytesOf(kind: PreviewKind): number {
  if (kind.kind === 'frame') return LIMITS[kind.format];
  return kind.kind === 'picture' ? PICTURE_BYTES : Number.POSITIVE_INFINITY;
}

/** Texts that their owner may edit: those that are loaded whole. */
export function isEditable(kind: PreviewKind, sizeBytes: number): boolean {
  return isText(kind) && sizeBytes <= limitBytesOf(kind);
}

/** The type in words of the wire, for the facts of a file. */
export function typeOf({ name, mime }: Pick<PreviewItem, 'name' | 'mime'>): string {
  return mime === '' ? mimeOf(name) : mime;
}
