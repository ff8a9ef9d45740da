import { expect, test } from 'vitest';
import { safeName } from './safe-name.ts';

test.each([
  ['report.pdf', 'report.pdf'],
  ['a/b\\c:d*e?f"g<h>i|j.txt', 'a_b_c_d_e_f_g_h_i_j.txt'],
  ['line\nbreak', 'line_break'],
  ['ends with dots...', 'ends with dots'],
  ['ends with blanks  ', 'ends with blanks'],
  ['...', '_'],
  ['con', '_con'],
  ['LPT1.txt', '_LPT1.txt'],
  ['console.txt', 'console.txt'],
  ['shortcut.lnk', 'shortcut.lnk.download'],
  ['.profile', '.profile'],
  ['写真\u3000', '写真'],
  ['COM\u00b9.log', '_COM\u00b9.log'],
  ['aux .txt', '_aux .txt'],
  ['Desktop.ini', 'Desktop.ini.download'],
  ['Thumbs.db', 'Thumbs.db.download'],
  ['photo\u202egpj.exe', 'photo_gpj.exe'],
  ['a\u200bb\ufeff', 'a_b_'],
  ['\u{1f469}\u200d\u{1f4bb}.png', '\u{1f469}\u200d\u{1f4bb}.png'],
  ['写真 2026.jpg', '写真 2026.jpg'],
  ['\ud800', '\ufffd'],
])('safeName turns %j into %j', (name, safe) => expect(safeName(name)).toBe(safe));

test('a long name keeps its extension and whole characters', () => {
  const safe = safeName(`${'語'.repeat(200)}.jpeg`);
  expect(safe.endsWith('語.jpeg')).toBe(true);
  expect(new TextEncoder().encode(safe).length).toBeLessThanOrEqual(230);
});

test('a name cut at a blank or a dot does not end with it', () => {
  expect(safeName(`${'a'.repeat(228)}. ${'b'.repeat(30)}`)).toBe('a'.repeat(228));
});
