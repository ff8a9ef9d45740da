/**
 * Grammars of hostile input, as fast-check arbitraries: the same seed makes the same text. Values are chosen for what
 * parsers trip over: control characters, half escapes, lone surrogates, brackets, numbers at the edges, deep nesting.
 */
import fc from 'fast-check';

export const NASTY_NUMBERS = [
  '0',
  '-0',
  '-1',
  '1e3',
  '1e999',
  '0x10',
  '00',
  '+1',
  '1.5',
  ' 1',
  '1 ',
  'NaN',
  'Infinity',
  '٣',
  '2147483648',
  '4294967296',
  '9007199254740993',
  '99999999999999999999999999',
];

export const NASTY_TEXTS = [
  '',
  ' ',
  '\t',
  '\0',
  '%',
  '%%',
  '%zz',
  '%00',
  '%09',
  '%0a',
  '%0d%0aX: y',
  '%2500',
  '%e0%a4',
  '%ff',
  '%c0%ae',
  '%u0041',
  '..',
  '.',
  '...',
  '//',
  '\\',
  '/\t/[',
  '[',
  ']',
  '[::1]',
  '[::',
  ':99999',
  'a:99999',
  '@',
  '?',
  '#',
  '&',
  '=',
  ';',
  '*',
  '~',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'true',
  '[object Object]',
  '\u202e',
  '\u200b',
  '\ufeff',
  '\ud800',
  '🐦',
  'é',
  'e\u0301',
  'İ',
  'ß',
  '日本',
  "'",
  '"',
  '`',
  '<',
  '>',
  '<script>',
  '{{x}}',
  '#{x}',
  '$(x)',
  '-- ',
  "' OR 1=1",
  '{"$gt":""}',
  '|',
  'x'.repeat(5000),
];

const plain = fc.stringMatching(/^[A-Za-z0-9_-]{1,26}$/);
const anyUnit = fc.string({ unit: 'binary', maxLength: 40 });

/** A text that some parser may take badly. */
export const nastyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NASTY_TEXTS) },
  { weight: 2, arbitrary: fc.constantFrom(...NASTY_NUMBERS) },
  { weight: 2, arbitrary: plain },
  { weight: 2, arbitrary: anyUnit },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...NASTY_TEXTS), fc.integer({ min: 2, max: 400 }))
      .map(([text, times]) => text.slice(0, 20).repeat(times)),
  },
);

/** Escaped by chance: as it is, percent-encoded once, or twice. */
function inAddress(text: string, way: number): string {
  const safe = (value: string) => encodeURIComponent(value.toWellFormed());
  if (way === 1) return safe(text);
  if (way === 2) return safe(safe(text));
  return Buffer.from(text.toWellFormed(), 'utf8')
    .toString('latin1')
    .replace(/[\r\n ]/g, '%20');
}

/** A part of a path or query. */
export const addressPart: fc.Arbitrary<string> = fc
  .tuple(nastyText, fc.integer({ min: 0, max: 2 }))
  .map(([text, way]) => inAddress(text, way));

/** A query string with its question mark, or nothing. @param names  parameters that the target reads */
export function queryOf(names: readonly string[]): fc.Arbitrary<string> {
  const name = names.length > 0 ? fc.oneof(fc.constantFrom(...names), addressPart) : addressPart;
  return fc
    .array(fc.tuple(name, addressPart), { maxLength: 6 })
    .map((pairs) => (pairs.length > 0 ? `?${pairs.map((pair) => pair.join('=')).join('&')}` : ''));
}

/** A header value: no line ends, which would only be another header. */
export const headerValue: fc.Arbitrary<string> = nastyText.map((text) =>
  Buffer.from(text.toWellFormed(), 'utf8')
    .toString('latin1')
    .replace(/[\r\n]/g, ' ')
    .slice(0, 6000),
);

/** A text cut, doubled or with a character changed somewhere. */
export function mutated(text: string): fc.Arbitrary<string> {
  const place = fc.nat({ max: Math.max(0, text.length - 1) });
  return fc.oneof(
    place.map((at) => text.slice(0, at)),
    place.map((at) => text.slice(0, at) + text.slice(at).repeat(2)),
    fc.tuple(place, nastyText).map(([at, part]) => text.slice(0, at) + part + text.slice(at + 1)),
    fc.tuple(place, place).map(([a, b]) => text.slice(Math.min(a, b), Math.max(a, b))),
    fc.constant(text),
  );
}
