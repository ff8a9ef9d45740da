/** Decisions of acts on many links at once. Pure. */
import type { LinkAct } from '#shared/share/model.ts';
import type { LinkTerms } from '../state/rpc-types.ts';
import type { LinkChange, LinkRow } from './share-book.store.ts';

/** A change that the registry has stored, for the link's own object. */
export interface LinkStep {
  readonly shareId: string;
  readonly seq: number;
  readonly terms: LinkTerms;
}

/** Of an act `extend`: null for never. */
export interface NewEnd {
  readonly atMs: number | null;
  readonly days: number;
}

/** @returns null where the act changes nothing: repeating one is harmless */
export function stepOf(
  row: Pick<LinkRow, 'paused' | 'expires_ms'>,
  act: LinkAct,
  end: NewEnd,
): { readonly terms: LinkTerms; readonly stored: Omit<LinkChange, 'shareId'> } | null {
  if (act === 'extend') {
    if (row.expires_ms === null || (end.atMs !== null && row.expires_ms >= end.atMs)) return null;
    const terms = { expiresAtMs: end.atMs };
    return { terms, stored: { ...terms, expirationDays: end.days } };
  }
  const paused = act === 'close';
  return (row.paused === 1) === paused ? null : { terms: { paused }, stored: { paused } };
}
