/**
 * Which API origin the next request goes to: the spec's rotation. Pure; the caller keeps the turn.
 * Source: spec section 7 ("spread in rotation over several API origins").
 */

/** @param turn  how many requests were made before; any integer >= 0 */
export function originAt(origins: readonly string[], turn: number): string {
  return origins[turn % origins.length] ?? '';
}
