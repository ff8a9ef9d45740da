/**
 * The name of a fetched file: from `Content-Disposition`, else from the address; made one that a drive takes. Pure; every step
 * is linear in the length of its text.
 */
import { cutToBytes, MAX_NAME_BYTES, splitExtension, validateName } from '../names.ts';

/** Longest header that is read. */
const MAX_CHARS = 4_096;
const FALLBACK = 'download';

interface NameHeaders {
  get(name: string): string | null;
}

/** A text that a drive takes as a name: separators and control characters become `_`, a long one loses the end of its base. */
export function safeName(text: string, fallback = FALLBACK): string {
  const plain = text
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/[/\\\p{Cc}]/gu, '_')
    .trim();
  if (validateName(plain).ok) return plain;
  const { base, extension } = splitExtension(plain);
  const cut = cutToBytes(base, MAX_NAME_BYTES - new TextEncoder().encode(extension).length) + extension;
  return validateName(cut).ok ? cut : fallback;
}

function decodePercent(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Text that a header brought as bytes of UTF-8, or as it is. */
function decodeBytes(text: string): string {
  if (!/[\x80-\xff]/.test(text) || /[^\0-\xff]/.test(text)) return text;
  try {
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return text;
  }
}

/** RFC 6266; `filename*` goes before `filename`. */
function nameOfDisposition(header: string): string {
  const text = header.slice(0, MAX_CHARS);
  const extended = /;\s*filename\*\s*=\s*"?(?:utf-8|iso-8859-1)'[\w-]*'([^;"\s]+)/i.exec(text)?.[1];
  const decoded = extended === undefined ? null : decodePercent(extended);
  if (decoded !== null) return decoded;
  const quoted = /;\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(text)?.[1]?.replace(/\\(.)/g, '$1');
  const plain = quoted ?? /;\s*filename\s*=\s*([^;\s"]+)/i.exec(text)?.[1] ?? '';
  const bytes = decodeBytes(plain);
  return /%[0-9a-f]{2}/i.test(bytes) ? (decodePercent(bytes) ?? bytes) : bytes;
}

/** Of types that servers send for addresses without an extension. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/epub+zip': '.epub',
  'application/json': '.json',
  'application/pdf': '.pdf',
  'application/x-bittorrent': '.torrent',
  'application/zip': '.zip',
  'audio/mpeg': '.mp3',
  'image/gif': '.gif',
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/svg+xml': '.svg',
  'image/webp': '.webp',
  'text/csv': '.csv',
  'text/html': '.html',
  'text/markdown': '.md',
  'text/plain': '.txt',
  'video/mp4': '.mp4',
  'video/webm': '.webm',
};

/**
 * The name of a link before its server has answered: the end of its path, else its host. The query may hold the secret of a
 * signed link and is left out.
 */
export function linkName(url: { readonly pathname: string; readonly hostname: string }): string {
  const piece = url.pathname.split('/').findLast((part) => part !== '') ?? '';
  return safeName(decodePercent(piece) ?? piece, safeName(url.hostname));
}

/** The address of a link without query and credentials. */
export function plainAddress(url: {
  readonly protocol: string;
  readonly host: string;
  readonly pathname: string;
}): string {
  return `${url.protocol}//${url.host}${url.pathname}`;
}

/** @param url  where the last redirect led */
export function fetchName(headers: NameHeaders, url: { readonly pathname: string; readonly hostname: string }): string {
  const given = nameOfDisposition(headers.get('content-disposition') ?? '');
  // A header may name a path; only its end is a name.
  if (given !== '') return safeName(given.split(/[/\\]/).at(-1) ?? '');
  const name = linkName(url);
  const mime = (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return splitExtension(name).extension === '' ? `${name}${EXTENSIONS[mime] ?? ''}` : name;
}
