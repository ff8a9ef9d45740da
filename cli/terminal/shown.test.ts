import { expect, test } from 'vitest';
import { makeOutput, row } from './output.ts';
import { bytesText, durationText, shown, shownJson } from './shown.ts';

const HOSTILE = 'a\u001b[2Jb\u0007\r\n\u009b31m\u202egnp.exe\u2066\u200f\ud800z';
/** Characters that a terminal must not get; the end of a line is ours. */
const UNSAFE = /[^\P{Cc}\n]|[\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

test('a terminal gets no control character of a name, and other letters stay', () => {
  expect(shown(HOSTILE)).toBe('a\\u{1b}[2Jb\\u{7}\\u{d}\\u{a}\\u{9b}31m\\u{202e}gnp.exe\\u{2066}\\u{200f}\\u{d800}z');
  expect(shown('Größe – 文件 👩‍👧 é')).toBe('Größe – 文件 👩‍👧 é');
  expect(row('a\tb', 'c')).toBe('a\\u{9}b\tc');
});

test('names from elsewhere: JSON has none either, and reads as the same value', () => {
  const text = shownJson({ name: HOSTILE });
  expect(text).not.toMatch(UNSAFE);
  expect(JSON.parse(text)).toEqual({ name: HOSTILE });
});

test('names from elsewhere: results, remarks and failures pass through it', () => {
  const written: string[] = [];
  const stream = { write: (text: unknown) => written.push(String(text)) > 0 };
  for (const isJson of [false, true]) {
    const out = makeOutput({ stdout: stream, stderr: stream }, isJson);
    out.result({ name: HOSTILE }, [row(HOSTILE)]);
    out.remark(HOSTILE);
    out.failure({ exit: 1, name: 'x', message: HOSTILE, remedy: HOSTILE });
  }
  expect(written).toHaveLength(6);
  for (const text of written) expect(text).not.toMatch(UNSAFE);
});

test('sizes and times are short', () => {
  expect([0, 999, 1024, 1536, 1_073_741_824, 5e15].map(bytesText)).toEqual([
    '0 B',
    '999 B',
    '1.0 KB',
    '1.5 KB',
    '1.0 GB',
    '4.4 PB',
  ]);
  expect([0, 59.6, 65, 3_723].map(durationText)).toEqual(['0:00', '1:00', '1:05', '1:02:03']);
});
