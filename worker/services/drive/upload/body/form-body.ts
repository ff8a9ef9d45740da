/**
 * Reads a `multipart/form-data` body whose last field is the file: its fields first, within limits, then the file as a stream.
 * Takes time in proportion to the body. @source RFC 7578, RFC 2046 section 5.1.1
 */
import { Buffer } from 'node:buffer';
import { readSome } from '#worker/platform/body/read.ts';
import { type BodyDecoder, BodyMalformed } from './stream-body.ts';

/** Fields with their headers; a policy and a token are below 2 KiB. */
const MAX_HEAD_BYTES = 32 * 1024;
const MAX_FIELDS = 32;
/** Fields after the file are not looked at. */
const MAX_REST_BYTES = 64 * 1024;
/** Bytes between two attempts to read the fields, so that a sender of single bytes costs no more than others. */
const STEP_BYTES = 512;
const CR = 13;
const NAME = /;\s*name="([^"]*)"/i;
const FILE_NAME = /;\s*filename="([^"]*)"/i;

export interface FormHead {
  /** Lower-case names. */
  readonly fields: ReadonlyMap<string, string>;
  /** As the sender calls it; '' for none. */
  readonly fileName: string;
  /** Bytes of the body before those of the file. */
  readonly headBytes: number;
  /** The bytes after the headers of the file. */
  readonly rest: Uint8Array<ArrayBuffer>;
}

/** A browser writes three characters of a name as escapes. @source HTML, "multipart/form-data encoding algorithm" */
function fileNameOf(disposition: string): string {
  const written = FILE_NAME.exec(disposition)?.[1] ?? '';
  return written.replaceAll(/%(22|0A|0D)/g, (code) => decodeURIComponent(code));
}

/** Size of a file that ends the form, as every browser sends it. @param bodyBytes  of the whole body */
export function lastFileBytes({ headBytes }: FormHead, boundary: string, bodyBytes: number): number {
  return bodyBytes - headBytes - `\r\n--${boundary}--\r\n`.length;
}

/** @returns null when the headers of the file are not there yet. @throws BodyMalformed */
function parseHead(bytes: Buffer, boundary: string): FormHead | null {
  const delimiter = `\r\n--${boundary}`;
  const fields = new Map<string, string>();
  let at = bytes.indexOf(delimiter.slice(2));
  if (at !== 0) {
    if (bytes.length < delimiter.length) return null;
    throw new BodyMalformed('the form does not begin with its boundary');
  }
  at += delimiter.length - 2;
  for (;;) {
    const headersEnd = bytes.indexOf('\r\n\r\n', at);
    if (headersEnd < 0) return null;
    const headers = bytes.toString('utf8', at, headersEnd);
    const disposition = headers.split('\r\n').find((line) => /^content-disposition:/i.test(line)) ?? '';
    const name = NAME.exec(disposition)?.[1]?.toLowerCase();
    if (name === undefined) throw new BodyMalformed('a field has no name');
    const from = headersEnd + 4;
    if (name === 'file') {
      const rest = new Uint8Array(bytes.subarray(from));
      return { fields, fileName: fileNameOf(disposition), headBytes: from, rest };
    }
    const end = bytes.indexOf(delimiter, from);
    if (end < 0) return null;
    if (fields.size === MAX_FIELDS) throw new BodyMalformed('too many fields');
    fields.set(name, bytes.toString('utf8', from, end));
    at = end + delimiter.length;
    if (bytes.toString('latin1', at, at + 2) === '--') throw new BodyMalformed('the form has no file');
  }
}

/** Reads the fields. @throws BodyMalformed when they are none, or too long; AppError cancelled */
export async function readFormHead(body: ReadableStream<Uint8Array>, boundary: string): Promise<FormHead> {
  const reader = body.getReader({ mode: 'byob' });
  let held = Buffer.alloc(0);
  try {
    for (;;) {
      const { done, value } = await readSome(reader, STEP_BYTES, new Uint8Array(8 * STEP_BYTES));
      if (value) held = Buffer.concat([held, value]);
      const head = parseHead(held, boundary);
      if (head) return head;
      if (done || held.length > MAX_HEAD_BYTES) throw new BodyMalformed('the form has no file');
    }
  } finally {
    reader.releaseLock();
  }
}

/** The bytes read of a body, and then the rest of it. */
export function withHead(rest: Uint8Array, body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const { readable, writable } = new IdentityTransformStream();
  const pump = async (): Promise<void> => {
    const writer = writable.getWriter();
    if (rest.length > 0) await writer.write(rest);
    writer.releaseLock();
    await body.pipeTo(writable);
  };
  // The reader of the other end learns of a failure there.
  pump().catch(() => undefined);
  return readable;
}

/** Takes the file out of what follows its headers. */
export class FormFileDecoder implements BodyDecoder {
  readonly #delimiter: Buffer;
  /** The end of what came, which may be the beginning of the delimiter. */
  #held = Buffer.alloc(0);
  #ended = false;
  #rest = 0;

  constructor(boundary: string) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`);
  }

  decode(bytes: Uint8Array): Uint8Array {
    if (this.#ended) {
      this.#rest += bytes.length;
      if (this.#rest > MAX_REST_BYTES) throw new BodyMalformed('the form goes on after its file');
      return bytes.subarray(0, 0);
    }
    const all = Buffer.concat([this.#held, bytes]);
    const end = this.#find(all);
    if (end >= 0) {
      this.#ended = true;
      return all.subarray(0, end);
    }
    const safeEnd = Math.max(0, all.length - this.#delimiter.length + 1);
    this.#held = Buffer.from(all.subarray(safeEnd));
    return all.subarray(0, safeEnd);
  }

  isEnded(): boolean {
    return this.#ended;
  }

  #find(all: Buffer): number {
    const last = all.length - this.#delimiter.length;
    for (let at = all.indexOf(CR); at >= 0 && at <= last; at = all.indexOf(CR, at + 1))
      if (all.compare(this.#delimiter, 0, this.#delimiter.length, at, at + this.#delimiter.length) === 0) return at;
    return -1;
  }
}
