/** Names in sentences: text written from right to left, or with a sign that turns the direction, must not turn the words around it. Pure. */

/** Hebrew, Arabic and their neighbours, and the signs that say which way. */
const TURNS = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/;
/**
 * Signs that end the isolation, or that turn letters round so that a name reads as another one (`exe.gnp` for `gnp.exe`).
 * They are left out of what is shown; the name itself keeps them.
 */
const CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/** The text in the order of its letters. */
export function unturned(text: string): string {
  return text.replace(CONTROLS, '');
}

/** The text as it is, or between first strong isolate and pop directional isolate. Source: UAX #9, 2.4. */
export function isolated(text: string): string {
  return TURNS.test(text) ? `\u2068${unturned(text)}\u2069` : text;
}
