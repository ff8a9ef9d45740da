/** The header `If` (RFC 4918 section 10.4), in one pass. Pure. */
import { AppError } from '#shared/errors.ts';

/** More than any program sends: it names the locks it holds. */
const MAX_CHARS = 8_192;
const MAX_CONDITIONS = 100;

export interface IfCondition {
  readonly isNot: boolean;
  readonly token?: string;
  /** With its quotes. */
  readonly etag?: string;
}

export interface IfList {
  /** Address that the list is about; undefined: that of the request. */
  readonly tag?: string;
  readonly conditions: readonly IfCondition[];
}

const PIECE = /\s*(?:(?<not>not)(?=[\s<[])|<(?<token>[^<>\s]+)>|\[(?<etag>(?:W\/)?"[^"\]]*")\]|(?<mark>[()]))/iy;

function malformed(): AppError {
  return new AppError('invalid_argument', { reason: 'malformed_if', field: 'If' });
}

/** @returns no list for an absent header @throws AppError invalid_argument */
export function readIf(header: string | null): IfList[] {
  if (header === null) return [];
  if (header.length > MAX_CHARS) throw malformed();
  const lists: IfList[] = [];
  const text = header.trim();
  let tag: string | undefined;
  let conditions: IfCondition[] | null = null;
  let isNot = false;
  let count = 0;
  PIECE.lastIndex = 0;
  while (PIECE.lastIndex < text.length) {
    const found = PIECE.exec(text)?.groups;
    if (!found) throw malformed();
    const { not, token, etag, mark } = found;
    if (conditions === null) {
      // Between lists: an address, or the beginning of one.
      if (mark === '(') conditions = [];
      else if (token !== undefined) tag = token;
      else throw malformed();
    } else if (mark === ')') {
      if (conditions.length === 0 || isNot) throw malformed();
      lists.push(tag === undefined ? { conditions } : { tag, conditions });
      conditions = null;
    } else if (not !== undefined && !isNot) isNot = true;
    else if (token !== undefined || etag !== undefined) {
      count += 1;
      if (count > MAX_CONDITIONS) throw malformed();
      conditions.push({ isNot, ...(token === undefined ? { etag: etag ?? '' } : { token }) });
      isNot = false;
    } else throw malformed();
  }
  if (conditions !== null || lists.length === 0) throw malformed();
  return lists;
}
