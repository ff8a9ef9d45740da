/** Forms: their fields and parts are bounded in number before they are parsed. */
import { Buffer } from 'node:buffer';
import { AppError } from '#shared/errors.ts';
import { readLimitedBytes } from './read.ts';

/** More fields than any form of ours has. */
const MAX_FIELDS = 4_096;
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i;

const MULTIPART = 'multipart/form-data';
const LETTERS = 'application/x-www-form-urlencoded';

const textDecoder = new TextDecoder();

/** The type itself, without its parameters. */
function essenceOf(contentType: string): string {
  return (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
}

function refuseForm(): AppError {
  return new AppError('invalid_argument', { reason: 'form', field: 'body' });
}

function refuseParts(): AppError {
  return new AppError('invalid_argument', { reason: 'too_many_fields', field: 'body' });
}

/** Fields of a form of letters. @throws AppError invalid_argument where they are very many */
export function parseFields(text: string): URLSearchParams {
  let fields = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    fields += 1;
    if (fields > MAX_FIELDS) throw refuseParts();
  }
  return new URLSearchParams(text);
}

/** Of a `multipart/form-data` body; null when the header names none. @source RFC 2046 section 5.1.1 */
export function boundaryOf(contentType: string): string | null {
  const [, quoted, plain] = BOUNDARY.exec(contentType.slice(0, 1_000)) ?? [];
  return quoted ?? plain ?? null;
}

/** @returns `mostParts` + 1 for more */
function countParts(bytes: Uint8Array<ArrayBuffer>, boundary: string, mostParts: number): number {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const delimiter = `--${boundary}`;
  // The last one ends the form.
  let parts = -1;
  for (let at = all.indexOf(delimiter); at >= 0; at = all.indexOf(delimiter, at + delimiter.length)) {
    parts += 1;
    if (parts > mostParts) break;
  }
  return parts;
}

/**
 * Reads a form with files, or one of letters, into memory.
 * @param mostParts  fields and files of the first
 * @throws AppError request_too_large, cancelled, invalid_argument where it is malformed or has more parts
 */
export async function readFormData(request: Request, limitBytes: number, mostParts: number): Promise<FormData> {
  const bytes = await readLimitedBytes(request, limitBytes);
  const type = request.headers.get('content-type') ?? '';
  const boundary = essenceOf(type) === MULTIPART ? boundaryOf(type) : null;
  if (boundary === null) {
    if (essenceOf(type) !== LETTERS) throw refuseForm();
    parseFields(textDecoder.decode(bytes));
  } else if (countParts(bytes, boundary, mostParts) > mostParts) throw refuseParts();
  // The parser gets the boundary that was counted: of an odd header it might read another one.
  const counted = boundary === null ? LETTERS : `${MULTIPART}; boundary="${boundary}"`;
  return new Response(bytes, { headers: { 'content-type': counted } }).formData().catch(() => {
    throw refuseForm();
  });
}
