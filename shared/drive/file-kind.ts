/**
 * The kind of a file by its name and MIME type. Pure; reads no bytes, so it decides icons, filters and the
 * wire's `file_category`, never what may run.
 */

/** Wire values of `file_category`. */
export type FileCategory = 'VIDEO' | 'AUDIO' | 'IMAGE' | 'ARCHIVE' | 'DOCUMENT' | 'OTHER';

const FALLBACK_MIME = 'application/octet-stream';

/** Extension, then MIME type, by category. `ts` is a film unless the bytes say otherwise: see `storedType`. */
export const EXTENSIONS: Readonly<Record<FileCategory, Readonly<Record<string, string>>>> = {
  VIDEO: {
    '3gp': 'video/3gpp',
    asf: 'video/x-ms-asf',
    avi: 'video/x-msvideo',
    flv: 'video/x-flv',
    m2ts: 'video/mp2t',
    m4v: 'video/x-m4v',
    mkv: 'video/x-matroska',
    mov: 'video/quicktime',
    mp4: 'video/mp4',
    mpeg: 'video/mpeg',
    mpg: 'video/mpeg',
    mts: 'video/mp2t',
    ogv: 'video/ogg',
    rm: 'application/vnd.rn-realmedia',
    rmvb: 'application/vnd.rn-realmedia-vbr',
    ts: 'video/mp2t',
    vob: 'video/mpeg',
    webm: 'video/webm',
    wmv: 'video/x-ms-wmv',
  },
  AUDIO: {
    aac: 'audio/aac',
    aif: 'audio/aiff',
    aiff: 'audio/aiff',
    ape: 'audio/x-ape',
    flac: 'audio/flac',
    m4a: 'audio/mp4',
    mid: 'audio/midi',
    midi: 'audio/midi',
    mka: 'audio/x-matroska',
    mp3: 'audio/mpeg',
    oga: 'audio/ogg',
    ogg: 'audio/ogg',
    opus: 'audio/ogg',
    wav: 'audio/wav',
    wma: 'audio/x-ms-wma',
  },
  IMAGE: {
    avif: 'image/avif',
    bmp: 'image/bmp',
    gif: 'image/gif',
    heic: 'image/heic',
    heif: 'image/heif',
    ico: 'image/vnd.microsoft.icon',
    jfif: 'image/jpeg',
    jpeg: 'image/jpeg',
    jpg: 'image/jpeg',
    jxl: 'image/jxl',
    png: 'image/png',
    psd: 'image/vnd.adobe.photoshop',
    raw: 'image/x-raw',
    svg: 'image/svg+xml',
    tif: 'image/tiff',
    tiff: 'image/tiff',
    webp: 'image/webp',
  },
  ARCHIVE: { '7z': 'application/x-7z-compressed', rar: 'application/vnd.rar', zip: 'application/zip' },
  DOCUMENT: {
    azw3: 'application/vnd.amazon.ebook',
    csv: 'text/csv',
    doc: 'application/msword',
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    epub: 'application/epub+zip',
    htm: 'text/html',
    html: 'text/html',
    md: 'text/markdown',
    mobi: 'application/x-mobipocket-ebook',
    odp: 'application/vnd.oasis.opendocument.presentation',
    ods: 'application/vnd.oasis.opendocument.spreadsheet',
    odt: 'application/vnd.oasis.opendocument.text',
    pdf: 'application/pdf',
    ppt: 'application/vnd.ms-powerpoint',
    pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    rtf: 'application/rtf',
    txt: 'text/plain',
    xls: 'application/vnd.ms-excel',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  OTHER: {
    apk: 'application/vnd.android.package-archive',
    ass: 'text/x-ssa',
    bz2: 'application/x-bzip2',
    css: 'text/css',
    dmg: 'application/x-apple-diskimage',
    exe: 'application/vnd.microsoft.portable-executable',
    gz: 'application/gzip',
    iso: 'application/x-iso9660-image',
    js: 'text/javascript',
    json: 'application/json',
    m3u8: 'application/vnd.apple.mpegurl',
    srt: 'application/x-subrip',
    tar: 'application/x-tar',
    torrent: 'application/x-bittorrent',
    vtt: 'text/vtt',
    wasm: 'application/wasm',
    xml: 'application/xml',
    xz: 'application/x-xz',
    zst: 'application/zstd',
  },
};

const TYPESCRIPT = 'application/typescript';
/** Names of films of MPEG-TS that sources of TypeScript have too, and the sizes of the packets that such a film is made of. */
const SOURCE_OR_FILM = /[^.]\.m?ts$/i;
const PACKETS = [188, 192, 204] as const;

const ARCHIVE_MIMES = new Set([
  ...Object.values(EXTENSIONS.ARCHIVE),
  'application/x-zip-compressed',
  'application/x-rar-compressed',
]);
const DOCUMENT_MIMES = new Set(Object.values(EXTENSIONS.DOCUMENT));

/**
 * The category of a file, by its extension or its MIME type: a media type counts whatever the extension, and an
 * extension of media counts whatever the type.
 * @param mime  as stored or claimed; may be empty and may carry parameters
 * @source spec section 5, "File type helpers"; the streaming label `webp_pipe` is an image, not a video
 */
export function kindOfFile(name: string, mime = ''): FileCategory {
  if (mime === TYPESCRIPT) return 'OTHER';
  const byName = entryOf(name)?.category;
  const byMime = categoryOfMime(mime);
  if (byName === undefined) return byMime;
  const isMedia = byMime === 'IMAGE' || byMime === 'VIDEO' || byMime === 'AUDIO';
  return isMedia && (byName === 'DOCUMENT' || byName === 'OTHER') ? byMime : byName;
}

/** The MIME type of a name's extension; `application/octet-stream` for one that is unknown or missing. */
export function mimeOf(name: string): string {
  return entryOf(name)?.mime ?? FALLBACK_MIME;
}

/** Type and category of stored bytes. A film of MPEG-TS is whole packets; what is not is a source of TypeScript. */
export function storedType(name: string, sizeBytes: number): { mime: string; category: FileCategory } {
  const isFilm = sizeBytes > 0 && PACKETS.some((bytes) => sizeBytes % bytes === 0);
  const mime = SOURCE_OR_FILM.test(name) && !isFilm ? TYPESCRIPT : mimeOf(name);
  return { mime, category: kindOfFile(name, mime) };
}

function entryOf(name: string): { category: FileCategory; mime: string } | undefined {
  const extension = /[^.]\.([^.\s]{1,32})$/u.exec(name)?.[1]?.toLowerCase();
  if (extension === undefined) return undefined;
  for (const [category, mimes] of Object.entries(EXTENSIONS) as [FileCategory, Readonly<Record<string, string>>][]) {
    if (Object.hasOwn(mimes, extension)) return { category, mime: mimes[extension] ?? FALLBACK_MIME };
  }
  return undefined;
}

function bareMime(mime: string): string {
  return mime.split(';', 1).join('').trim().toLowerCase();
}

function categoryOfMime(mime: string): FileCategory {
  const bare = bareMime(mime);
  if (bare.endsWith('/webp_pipe') || bare.startsWith('image/')) return 'IMAGE';
  if (bare.startsWith('video/')) return 'VIDEO';
  if (bare.startsWith('audio/')) return 'AUDIO';
  if (ARCHIVE_MIMES.has(bare)) return 'ARCHIVE';
  return DOCUMENT_MIMES.has(bare) ? 'DOCUMENT' : 'OTHER';
}
