/** The usual extension of a MIME type, for files whose name has none. Pure. */
import { EXTENSIONS } from '../file-kind.ts';

/** Types that servers write, and extensions that have the type of another one. */
const USUAL_EXTENSIONS: Readonly<Record<string, string>> = {
  'application/csv': 'csv',
  'application/java-archive': 'jar',
  'application/javascript': 'js',
  'application/vnd.debian.binary-package': 'deb',
  'application/vnd.ms-word': 'doc',
  'application/x-7z': '7z',
  'application/x-bzip': 'bz2',
  'application/x-compressed-tar': 'tgz',
  'application/x-debian-package': 'deb',
  'application/x-dosexec': 'exe',
  'application/x-gtar': 'tar',
  'application/x-gzip': 'gz',
  'application/x-javascript': 'js',
  'application/x-msdos-program': 'exe',
  'application/x-msdownload': 'exe',
  'application/x-pdf': 'pdf',
  'application/x-rar': 'rar',
  'application/x-rar-compressed': 'rar',
  'application/x-sh': 'sh',
  'application/x-xz': 'xz',
  'application/x-zip': 'zip',
  'application/x-zip-compressed': 'zip',
  'application/x-zstd': 'zst',
  'application/xhtml+xml': 'xhtml',
  'application/yaml': 'yaml',
  'audio/mp3': 'mp3',
  'audio/ogg': 'ogg',
  'audio/vnd.wave': 'wav',
  'audio/wave': 'wav',
  'audio/x-aac': 'aac',
  'audio/x-aiff': 'aiff',
  'audio/x-flac': 'flac',
  'audio/x-m4a': 'm4a',
  'audio/x-mpeg': 'mp3',
  'audio/x-mp3': 'mp3',
  'audio/x-wav': 'wav',
  'image/jpg': 'jpg',
  'image/pjpeg': 'jpg',
  'image/svg': 'svg',
  'image/x-icon': 'ico',
  'image/x-ms-bmp': 'bmp',
  'image/x-png': 'png',
  'message/rfc822': 'eml',
  'text/calendar': 'ics',
  'text/json': 'json',
  'text/vcard': 'vcf',
  'text/x-markdown': 'md',
  'text/x-vcard': 'vcf',
  'text/xml': 'xml',
  'text/yaml': 'yaml',
  'video/mpeg': 'mpg',
  'video/x-matroska': 'mkv',
  'video/x-mp4': 'mp4',
};

/**
 * The usual extension of a type, with its dot; '' for a type that says nothing of the file.
 * @param mime  in small letters, without parameters
 */
export function extensionOfMime(mime: string): string {
  if (Object.hasOwn(USUAL_EXTENSIONS, mime)) return `.${USUAL_EXTENSIONS[mime]}`;
  const known = Object.values(EXTENSIONS).flatMap((mimes) => Object.entries(mimes));
  // Of several the last is the usual one: jpg, html, tiff.
  const extension = known.findLast(([, type]) => type === mime)?.[0] ?? /\+(json|xml|zip)$/.exec(mime)?.[1];
  return extension === undefined ? '' : `.${extension}`;
}
