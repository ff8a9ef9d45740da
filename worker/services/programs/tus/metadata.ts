/** The headers of tus 1.0: metadata, checksums, counts. Pure. Source: https://tus.io/protocols/resumable-upload (1.0.0). */
import { parseCount } from '#shared/count.ts';
import { AppError } from '#shared/errors.ts';
import { DIGEST_BYTES, type DigestAlgorithm, MAX_METADATA_CHARS } from '#worker/services/drive/service.ts';

/** Folders of a path; the tree is no deeper. */
const MAX_FOLDERS = 200;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const malformed = (field: string, reason = 'malformed') => new AppError('invalid_argument', { reason, field });

function bytesOf(base64: string): Uint8Array | null {
  return BASE64.test(base64) ? Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)) : null;
}

/** Pairs of a key and a value in base64, which may be left out. @throws AppError invalid_argument */
export function readMetadata(header: string): ReadonlyMap<string, string> {
  if (header.length > MAX_METADATA_CHARS) throw malformed('Upload-Metadata', 'too_long');
  const found = new Map<string, string>();
  for (const pair of header.split(',')) {
    const [key = '', value = '', ...rest] = pair.trim().split(' ');
    if (key === '' && header.trim() === '') break;
    const bytes = bytesOf(value);
    if (!/^[!-+\--~]+$/.test(key) || rest.length > 0 || !bytes || found.has(key)) throw malformed('Upload-Metadata');
    try {
      found.set(key, new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    } catch (cause) {
      throw new AppError('invalid_argument', { reason: 'no_utf8', field: 'Upload-Metadata' }, { cause });
    }
  }
  return found;
}

/** The file of an upload: its name, and the folder that `folder` names from the root of the password. @throws AppError invalid_argument */
export function placeIn(metadata: ReadonlyMap<string, string>): { name: string; folder: readonly string[] } {
  const name = metadata.get('filename') ?? metadata.get('name') ?? '';
  if (name === '') throw malformed('filename', 'missing');
  const folder = (metadata.get('folder') ?? '').split('/').filter((step) => step !== '');
  if (folder.length > MAX_FOLDERS || folder.some((step) => step === '.' || step === '..')) throw malformed('folder');
  return { name, folder };
}

/** Algorithms of `Upload-Checksum`, as clients call them. */
export const CHECKSUMS: readonly DigestAlgorithm[] = ['sha1', 'sha256', 'md5', 'crc32'];

/** @returns null without a header. @throws AppError invalid_argument for an algorithm that is not offered, and for a malformed value */
export function readChecksum(header: string | null): { algorithm: DigestAlgorithm; expected: () => string } | null {
  if (header === null) return null;
  const [name = '', value = '', ...rest] = header.trim().split(' ');
  const algorithm = CHECKSUMS.find((each) => each === name);
  if (!algorithm || rest.length > 0 || bytesOf(value)?.length !== DIGEST_BYTES[algorithm])
    throw malformed('Upload-Checksum', algorithm ? 'malformed' : 'algorithm');
  return { algorithm, expected: () => value };
}

/** A header as a count. @throws AppError invalid_argument where it is missing or no count */
export function requireCount(headers: Headers, name: string): number {
  const count = parseCount(headers.get(name) ?? '');
  if (count === null) throw malformed(name, headers.has(name) ? 'malformed' : 'missing');
  return count;
}
