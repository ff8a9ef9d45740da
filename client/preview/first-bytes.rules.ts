/** The type of a file by its first bytes, where its name says none or one of two. Pure. */

import { decodeAs } from '#shared/content/encoding/decode-as.ts';
import { detectEncoding } from '#shared/content/encoding/detect.ts';

/** Enough for every mark below, and for the names of the first files of a document. */
export const FIRST_BYTES = 4_096;
/** Packets of a transport stream, each with its mark at the start. */
const PACKET_BYTES = 188;
const PACKET_MARK = 0x47;

/** Marks at the start of a file, as Latin-1; `at` other than 0 follows a mark of many formats. */
const MARKS: readonly (readonly [mime: string, mark: string, at?: number])[] = [
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/gif', 'GIF8'],
  ['image/webp', 'WEBP', 8],
  ['image/tiff', 'II*\0'],
  ['image/tiff', 'MM\0*'],
  ['image/avif', 'ftypavif', 4],
  ['image/heic', 'ftypheic', 4],
  ['image/heic', 'ftypheix', 4],
  ['image/heic', 'ftypmif1', 4],
  ['application/pdf', '%PDF-'],
  ['audio/mp4', 'ftypM4A', 4],
  ['video/quicktime', 'ftypqt', 4],
  ['video/mp4', 'ftyp', 4],
  ['video/webm', '\x1a\x45\xdf\xa3'],
  ['audio/flac', 'fLaC'],
  ['audio/ogg', 'OggS'],
  ['audio/wav', 'WAVE', 8],
  ['audio/mpeg', 'ID3'],
  ['audio/mpeg', '\xff\xfb'],
  ['application/epub+zip', 'mimetypeapplication/epub+zip', 30],
];
/** Folders of documents that are zip files. */
const DOCUMENTS: readonly (readonly [mime: string, folder: string])[] = [
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'word/'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xl/'],
  ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'ppt/'],
];

/** Tab, line and page ends, and the escape of ISO-2022-JP: other control characters are in no text. */
const CONTROLS_OF_TEXT = [9, 10, 11, 12, 13, 27];

/** Whether the bytes are packets of MPEG-TS. @param bytes  the start of the file */
export function isTransportStream(bytes: Uint8Array): boolean {
  const marks = [0, 1, 2].map((packet) => packet * PACKET_BYTES).filter((at) => at < bytes.length);
  return marks.length > 1 && marks.every((at) => bytes[at] === PACKET_MARK);
}

function isText(bytes: Uint8Array): boolean {
  const text = decodeAs(bytes, detectEncoding(bytes, {}));
  const broken = text.split('\ufffd').length - 1;
  const isPlain = (letter: string) => letter >= ' ' || CONTROLS_OF_TEXT.includes(letter.charCodeAt(0));
  return text !== '' && [...text].every(isPlain) && broken <= 1 + text.length / 100;
}

/** @param bytes  the start of the file. @returns '' where nothing is known */
export function mimeOfBytes(bytes: Uint8Array): string {
  const start = String.fromCharCode(...bytes.subarray(0, FIRST_BYTES));
  const marked = MARKS.find(([, mark, at = 0]) => start.startsWith(mark, at));
  if (marked) return marked[0];
  if (start.startsWith('PK\x03\x04')) return DOCUMENTS.find(([, folder]) => start.includes(folder))?.[0] ?? '';
  if (isTransportStream(bytes)) return 'video/mp2t';
  if (!isText(bytes)) return '';
  return start.includes('<svg') && /^\s*<(?:\?xml|!--|!DOCTYPE svg|svg)/.test(start) ? 'image/svg+xml' : 'text/plain';
}
