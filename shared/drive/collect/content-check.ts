/**
 * Whether a file is of a kind that a link takes: by its extension, and by the first bytes, which must be those of the extension.
 * Pure. A label of a browser decides nothing.
 */
import { kindOfFile } from '../file-kind.ts';
import type { CollectKind } from './collect-terms.ts';

/** First bytes that are looked at: two packets of a transport stream, and enough of a text. */
export const HEAD_BYTES = 512;

type Test = (head: Uint8Array) => boolean;

/** Whether these bytes are at this place; text is Latin-1. */
function has(text: string, at = 0): Test {
  return (head) =>
    head.length >= at + text.length && [...text].every((letter, index) => head[at + index] === letter.charCodeAt(0));
}

const any =
  (...tests: readonly Test[]): Test =>
  (head) =>
    tests.some((test) => test(head));
const all =
  (...tests: readonly Test[]): Test =>
  (head) =>
    tests.every((test) => test(head));

const ZIP = any(has('PK\x03\x04'), has('PK\x05\x06'));
const OLE = has('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1');
const ISO_MEDIA = any(has('ftyp', 4), has('moov', 4), has('mdat', 4), has('wide', 4), has('free', 4));
const MATROSKA = has('\x1a\x45\xdf\xa3');
const MPEG = any(has('\x00\x00\x01\xba'), has('\x00\x00\x01\xb3'), has('G'));
const TRANSPORT = any(all(has('G'), has('G', 188)), all(has('G', 4), has('G', 196)));
const ASF = has('\x30\x26\xb2\x75\x8e\x66\xcf\x11');
const OGG = has('OggS');
const PICTURE = any(has('\xff\xd8\xff'), has('\x89PNG\r\n\x1a\n'), has('GIF8'), all(has('RIFF'), has('WEBP', 8)));
const TIFF = any(has('II*\0'), has('MM\0*'));
/** Files that a system runs, whatever their names are. */
const PROGRAM = any(
  has('MZ'),
  has('\x7fELF'),
  has('#!'),
  has('\xca\xfe\xba\xbe'),
  has('\xcf\xfa\xed\xfe'),
  has('\xce\xfa\xed\xfe'),
  has('\xfe\xed\xfa\xcf'),
);
const BINARY = any(PROGRAM, ZIP, OLE, PICTURE, MATROSKA, has('%PDF-'), has('Rar!'), has('7z\xbc\xaf'), has('\x1f\x8b'));
/** UTF-16 has zeros, and its mark first. */
const TEXT: Test = (head) => any(has('\xff\xfe'), has('\xfe\xff'))(head) || !(head.includes(0) || BINARY(head));

const SIGNATURES: Readonly<Record<string, Test>> = {
  // Viewers go by the content of these, so one may carry the name of another.
  ...byAll('jpg jpeg jfif png gif webp', PICTURE),
  bmp: has('BM'),
  ico: has('\0\0\x01\0'),
  psd: has('8BPS'),
  svg: TEXT,
  ...byAll('tif tiff raw', TIFF),
  ...byAll('heic heif avif', ISO_MEDIA),
  jxl: any(has('\xff\x0a'), has('JXL ', 4)),
  ...byAll('mp4 m4v mov 3gp m4a', ISO_MEDIA),
  ...byAll('mkv webm mka', MATROSKA),
  avi: all(has('RIFF'), has('AVI ', 8)),
  ...byAll('asf wmv wma', ASF),
  flv: has('FLV'),
  ...byAll('ts m2ts mts', TRANSPORT),
  ...byAll('mpg mpeg vob', MPEG),
  ogv: OGG,
  ...byAll('rm rmvb', has('.RMF')),
  ...byAll('docx xlsx pptx odt ods odp epub zip apk', ZIP),
  ...byAll('doc xls ppt', any(OLE, has('{\\rtf'))),
  pdf: has('%PDF-'),
  rtf: has('{\\rtf'),
  ...byAll('txt csv md htm html json xml srt vtt', TEXT),
  ...byAll('mobi azw3', has('BOOKMOBI', 60)),
  ...byAll('ogg oga opus', OGG),
  mp3: any(has('ID3'), (head) => head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0),
  flac: has('fLaC'),
  wav: all(has('RIFF'), has('WAVE', 8)),
  rar: has('Rar!'),
  '7z': has('7z\xbc\xaf'),
  exe: has('MZ'),
};

function byAll(extensions: string, test: Test): Record<string, Test> {
  return Object.fromEntries(extensions.split(' ').map((each) => [each, test]));
}

export function extensionOf(name: string): string {
  const at = name.lastIndexOf('.');
  return at > 0 ? name.slice(at + 1).toLowerCase() : '';
}

/** @param head  the first bytes, up to HEAD_BYTES; none for an empty file */
export function isTaken(
  { kind, extensions }: { readonly kind: CollectKind; readonly extensions: readonly string[] },
  name: string,
  head: Uint8Array,
): boolean {
  if (kind === 'any') return true;
  const extension = extensionOf(name);
  const isListed = kind === 'list' ? extensions.includes(extension) : kindOfFile(name) === kind.toUpperCase();
  if (!isListed || head.length === 0) return false;
  const test = Object.hasOwn(SIGNATURES, extension) ? SIGNATURES[extension] : undefined;
  return test ? test(head) : !PROGRAM(head);
}

/** Extensions of a kind, for the browser's file chooser and for people; '' for any. */
export function acceptOf(kind: CollectKind, extensions: readonly string[]): string {
  if (kind === 'any') return '';
  if (kind === 'list') return extensions.map((each) => `.${each}`).join(',');
  return Object.keys(SIGNATURES)
    .filter((each) => kindOfFile(`x.${each}`) === kind.toUpperCase())
    .map((each) => `.${each}`)
    .join(',');
}
