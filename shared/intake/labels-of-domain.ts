/** Labels of international domains: decoded, and whether people can tell what they read. Pure. @source RFC 3492; UTS #39 */

const BASE = 36;
const [T_MIN, T_MAX, SKEW, DAMP, FIRST_BIAS, FIRST_CODE] = [1, 26, 38, 700, 72, 128];
/** Longest label of a domain. */
const MAX_LABEL_CHARS = 63;
const MAX_CODE = 0x10_ff_ff;

/** Value of a digit: a to z, then 0 to 9. */
function digitOf(char: string): number {
  const at = 'abcdefghijklmnopqrstuvwxyz0123456789'.indexOf(char);
  return at === -1 ? BASE : at;
}

function adapt(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2));
  rest += Math.floor(rest / count);
  let k = 0;
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) rest = Math.floor(rest / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}

function decode(text: string): string | null {
  const split = text.lastIndexOf('-');
  const codes = Array.from(text.slice(0, Math.max(0, split)), (char) => char.codePointAt(0) ?? 0);
  let [code, at, bias] = [FIRST_CODE, 0, FIRST_BIAS];
  for (let index = split + 1; index < text.length; ) {
    const before = at;
    for (let weight = 1, k = BASE; ; k += BASE) {
      const digit = digitOf(text.charAt(index));
      index += 1;
      at += digit * weight;
      if (digit === BASE || at > Number.MAX_SAFE_INTEGER / BASE) return null;
      const threshold = Math.min(T_MAX, Math.max(T_MIN, k - bias));
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const count = codes.length + 1;
    bias = adapt(at - before, count, before === 0);
    code += Math.floor(at / count);
    at %= count;
    if (code > MAX_CODE) return null;
    codes.splice(at, 0, code);
    at += 1;
  }
  return String.fromCodePoint(...codes);
}

/** A label in its own letters; null for an `xn--` label that encodes nothing. */
export function decodedLabel(label: string): string | null {
  const lower = label.toLowerCase();
  if (!lower.startsWith('xn--')) return label;
  return label.length > MAX_LABEL_CHARS ? null : decode(lower.slice(4));
}

/** Each is one script, or the scripts of one writing. Digits and hyphens belong to all. */
const WRITINGS: readonly RegExp[] = [
  /^[\p{Script=Latin}\p{M}]*$/u,
  /^[\p{Script=Cyrillic}\p{M}]*$/u,
  /^[\p{Script=Greek}\p{M}]*$/u,
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー・々〆]*$/u,
  /^[\p{Script=Han}\p{Script=Hangul}]*$/u,
  /^[\p{Script=Han}\p{Script=Bopomofo}]*$/u,
  ...[
    'Arabic',
    'Armenian',
    'Bengali',
    'Devanagari',
    'Georgian',
    'Gujarati',
    'Gurmukhi',
    'Hebrew',
    'Kannada',
    'Khmer',
    'Lao',
  ].map(oneScript),
  ...['Malayalam', 'Myanmar', 'Oriya', 'Sinhala', 'Tamil', 'Telugu', 'Thai'].map(oneScript),
];

function oneScript(script: string): RegExp {
  return new RegExp(`^[\\p{Script=${script}}\\p{M}]*$`, 'u');
}

/** Labels of letters that all look like Latin ones: `аррӏе`. */
const LOOKS_LATIN = /^(?:[асԁеԍһіјӏорԛѕԝхуүъьпгѵѡҽ]+|[αγικνορυωητχ]+|[օսհոցզյ]+)$/u;
const COMMON = /[\p{Nd}·-]/gu;

/** Whether a label is of one script and looks like no label of another. */
export function isOneScript(label: string): boolean {
  const letters = label.replace(COMMON, '');
  return WRITINGS.some((writing) => writing.test(letters)) && !LOOKS_LATIN.test(letters);
}
