/** Names in sentences: what is written from right to left, or turns the way by a sign of its own, must not turn the words around it. Pure. */

/** Hebrew, Arabic and their neighbours, and the signs that say which way. */
const TURNS = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/;
/** They could end the isolation that is put around them. */
const ISOLATES = /[\u2066-\u2069]/g;

/** The text as it is, or between first strong isolate and pop directional isolate. Source: UAX #9, 2.4. */
export function isolated(text: string): string {
  return TURNS.test(text) ? `\u2068${text.replace(ISOLATES, '')}\u2069` : text;
}
