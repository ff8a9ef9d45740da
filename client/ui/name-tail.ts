/** The end of a long file name that must stay visible. Pure. */

/** Letters before the extension: copies of one file differ there, as in `report (2).pdf`. */
const BEFORE_EXTENSION = 4;
/** The text after the last dot; a longer one, or several words, belong to the name. */
const EXTENSION = /\.[^.\s]{1,11}$/u;

/** Letters from right to left: of such a name, two parts side by side would be in another order than the whole. */
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** The extension with the letters before it; '' for a name that is not longer than that, and for one from right to left. */
export function tailOf(name: string): string {
  if (FROM_RIGHT.test(name)) return '';
  const [extension = ''] = EXTENSION.exec(name) ?? [];
  const letters = Array.from(name.slice(0, name.length - extension.length));
  const tail = letters.slice(-BEFORE_EXTENSION).join('') + extension;
  return tail.length < name.length ? tail : '';
}
