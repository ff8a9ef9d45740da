/** Whether what a request expects is so: `If` (RFC 4918 section 10.4), `If-Match`, `If-None-Match`, `If-Unmodified-Since`. */
import { AppError } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { Tag, Tags } from '../acts/tags.store.ts';
import type { NodeRow } from '../tree/node-columns.ts';
import { type LockContext, locksFor } from './locks.store.ts';
import type { Conditions, StateList } from './model.ts';
import { idAt, type Place, placeIfAny } from './place.store.ts';

/** Context of a call: who asks, and the tags of folders. */
export interface ProgramContext extends LockContext {
  readonly tags: Tags;
  /** It may only read. */
  readonly isReadOnly: boolean;
}

/** 34: the version of the key and 128 bits of its hash. Programs write entity tags into headers of bounded length. */
const TAG_CHARS = 34;

export function folderTag({ n, run }: Tag): string {
  return `${n.toString(36)}-${run.toString(36)}`;
}

export function fileTag(contentKey: string | null): string {
  return (contentKey ?? '').slice(0, TAG_CHARS);
}

/** Tag of what is at a place, without quotes; null for nothing. */
export function tagAt({ tags }: ProgramContext, { node, isDrive }: Pick<Place, 'node' | 'isDrive'>): string | null {
  if (node?.is_file === 1) return fileTag(node.content_key);
  const id = isDrive ? '' : node?.id;
  if (id === undefined) return null;
  const { n = 0, run = 0 } = tags.of([id]).get(id) ?? {};
  return folderTag({ n, run });
}

/** The place that a list is about. */
function placeOfList({ sql, rootId }: ProgramContext, { path }: StateList, own: Place): Place | null {
  if (path === undefined) return own;
  return path === null ? null : placeIfAny(sql, rootId, path);
}

/** Locks that hold at a place; of a place where nothing is, those of the folder that would have it. */
function tokensAt(context: ProgramContext, place: Place): Set<string> {
  const id = idAt(place);
  const rows =
    id === null ? locksFor(context, place.parentId ?? '').filter(({ deep }) => deep === 1) : locksFor(context, id);
  return new Set(rows.map(({ token }) => token));
}

function holds(context: ProgramContext, list: StateList, own: Place): boolean {
  const place = placeOfList(context, list, own);
  const tag = place && tagAt(context, place);
  const tokens = place ? tokensAt(context, place) : new Set<string>();
  return list.conditions.every(({ isNot, token, etag }) => {
    const is = token === undefined ? tag !== null && etag === `"${tag}"` : tokens.has(token);
    return is !== isNot;
  });
}

/** Entity tags of a header, weak ones left out. `*`: any content. */
function isAmong(header: string, tag: string | null, isWeak: boolean): boolean {
  if (header.trim() === '*') return tag !== null;
  const tags: readonly string[] = header.match(/(W\/)?"[^"]*"/g) ?? [];
  return tag !== null && tags.some((each) => (isWeak ? each.replace(/^W\//, '') : each) === `"${tag}"`);
}

/** @throws AppError precondition_failed */
export function requireConditions(context: ProgramContext, conditions: Conditions, place: Place): void {
  const { lists, ifMatch, ifNoneMatch, ifUnmodifiedSinceMs } = conditions;
  const failed = (field: string) => new AppError('precondition_failed', { field });
  const needsTag = ifMatch !== null || ifNoneMatch !== null;
  const tag = needsTag ? tagAt(context, place) : null;
  if (ifMatch !== null && !isAmong(ifMatch, tag, false)) throw failed('If-Match');
  if (
    ifMatch === null &&
    ifUnmodifiedSinceMs !== null &&
    place.node !== null &&
    isNewer(place.node, ifUnmodifiedSinceMs)
  )
    throw failed('If-Unmodified-Since');
  if (ifNoneMatch !== null && isAmong(ifNoneMatch, tag, true)) throw failed('If-None-Match');
  if (lists.length > 0 && !lists.some((list) => holds(context, list, place))) throw failed('If');
}

function isNewer({ user_modified_ms: modifiedMs }: NodeRow, sinceMs: number): boolean {
  return Math.floor(modifiedMs / SECOND_MS) * SECOND_MS > sinceMs;
}
