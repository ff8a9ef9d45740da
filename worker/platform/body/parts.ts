/**
 * Parts of a multipart body that say their length, one after another (RFC 2046 section 5.1). Nothing is searched for in the bytes of a
 * part: reading is linear, and holds one part.
 */
import { parseCount } from '#shared/count.ts';
import { AppError } from '#shared/errors.ts';
import { KIB } from '#shared/units.ts';

export interface BodyPart {
  /** Names in small letters. */
  readonly head: ReadonlyMap<string, string>;
  /** Null for a part that is longer than the limit: it was read past. */
  readonly bytes: Uint8Array<ArrayBuffer> | null;
}

/** Longest head of a part, in bytes. */
const HEAD_BYTES = 32 * KIB;
const LINE_FEED = 10;

function malformed(): AppError {
  return new AppError('invalid_argument', { reason: 'parts', field: 'body' });
}

/** @param next  the next bytes of the body, good until the next call; null at its end */
function makeReader(next: () => Promise<Uint8Array | null>) {
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let held: Uint8Array = new Uint8Array();
  let at = 0;

  async function isMore(): Promise<boolean> {
    while (at === held.length) {
      const bytes = await next();
      if (bytes === null) return false;
      [held, at] = [bytes, 0];
    }
    return true;
  }

  /** @param into  null: the bytes are read past */
  async function take(sizeBytes: number, into: Uint8Array | null): Promise<void> {
    for (let taken = 0; taken < sizeBytes; ) {
      if (!(await isMore())) throw malformed();
      const piece = held.subarray(at, at + sizeBytes - taken);
      into?.set(piece, taken);
      taken += piece.length;
      at += piece.length;
    }
  }

  /** A line without its end, or what is left of the body. */
  async function line(mostBytes: number): Promise<string> {
    let found = new Uint8Array();
    for (let isOver = false; !isOver && (await isMore()); ) {
      const end = held.indexOf(LINE_FEED, at);
      const piece = held.subarray(at, end < 0 ? held.length : end);
      if (found.length + piece.length > mostBytes) throw malformed();
      found = Uint8Array.of(...found, ...piece);
      isOver = end >= 0;
      at += piece.length + (isOver ? 1 : 0);
    }
    try {
      return utf8.decode(found).replace(/\r$/, '');
    } catch {
      throw malformed();
    }
  }

  return { take, line };
}

/**
 * @param next  the next bytes of the body, good until the next call; null at its end
 * @param mostBytes  of a part that is held
 * @throws AppError invalid_argument where the body is malformed, or a part says no length; those of `next`
 */
export async function* readParts(
  next: () => Promise<Uint8Array | null>,
  boundary: string,
  mostBytes: number,
): AsyncGenerator<BodyPart, void, void> {
  const { take, line } = makeReader(next);
  const edge = `--${boundary}`;
  if ((await line(KIB)) !== edge) throw malformed();
  for (let found = edge; found !== `${edge}--`; found = await line(KIB)) {
    if (found !== edge) throw malformed();
    const head = new Map<string, string>();
    for (let left = HEAD_BYTES; ; ) {
      const text = await line(left);
      if (text === '') break;
      left -= text.length + 1;
      const colon = text.indexOf(':');
      if (colon < 1 || left <= 0) throw malformed();
      head.set(text.slice(0, colon).toLowerCase(), text.slice(colon + 1).trim());
    }
    const sizeBytes = parseCount(head.get('content-length') ?? '');
    if (sizeBytes === null) throw malformed();
    const bytes = sizeBytes <= mostBytes ? new Uint8Array(sizeBytes) : null;
    await take(sizeBytes, bytes);
    yield { head, bytes };
    if ((await line(KIB)) !== '') throw malformed();
  }
}
