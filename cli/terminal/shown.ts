/** Text from elsewhere as a terminal may show it: names of files, sentences of a server. Pure. */

/** Control characters, ends of lines, halves of pairs, and signs that turn the text round or hide it. */
const UNSHOWN = /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
/** Valid JSON may hold these as they are. */
const UNSHOWN_IN_JSON = /[\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

function hexOf(char: string): string {
  return (char.codePointAt(0) ?? 0).toString(16);
}

/** Each such character as `\u{1b}`; all others as they are. */
export function shown(text: string): string {
  return text.replace(UNSHOWN, (char) => `\\u{${hexOf(char)}}`);
}

/** One JSON document without such characters; it reads as the same value. */
export function shownJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(UNSHOWN_IN_JSON, (char) => `\\u${hexOf(char).padStart(4, '0')}`);
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

/** `1.5 GB`, by steps of 1,024. */
export function bytesText(bytes: number): string {
  let [value, at] = [Math.max(0, bytes), 0];
  while (value >= 1024 && at < UNITS.length - 1) {
    value /= 1024;
    at += 1;
  }
  return `${at === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[at]}`;
}

/** `1:05`, `2:03:04`. */
export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const tail = `${String(rest).padStart(2, '0')}`;
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}
