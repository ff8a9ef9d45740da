import fc from 'fast-check';
import { expect, test } from 'vitest';
import { roundTripNames } from '#test/seed/names.ts';
import { contentDisposition } from './disposition.ts';

/** Reads the name as RFC 6266 requires of a browser. */
function nameIn(header: string): string {
  const extended = /filename\*=UTF-8''([^;]*)$/.exec(header)?.[1];
  if (extended !== undefined) return decodeURIComponent(extended);
  return /filename="([^"\\]*)"/.exec(header)?.[1] ?? '';
}

test('a plain name needs only the quoted form', () => {
  expect(contentDisposition('attachment', 'report 2026 (1).pdf')).toBe('attachment; filename="report 2026 (1).pdf"');
});

test('a name beyond ASCII is sent in both forms', () => {
  expect(contentDisposition('inline', '€ rates.txt')).toBe(
    `inline; filename="_ rates.txt"; filename*=UTF-8''%E2%82%AC%20rates.txt`,
  );
});

test('a quoted file name holds no mark that ends or escapes it', () => {
  expect(contentDisposition('attachment', 'a"; filename="b\\%41')).toBe(
    `attachment; filename="a_; filename=_b__41"; filename*=UTF-8''a%22%3B%20filename%3D%22b%5C%2541`,
  );
});

test.each(roundTripNames())('the name %j survives the download header', (name) => {
  expect(nameIn(contentDisposition('attachment', name))).toBe(name);
});

test('any text makes a header of printable ASCII', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const header = contentDisposition('attachment', name);
      expect(header).toMatch(/^[ -~]+$/);
      expect(nameIn(header)).toBe(name);
    }),
  );
});

test('a lone surrogate does not break the header', () => {
  expect(contentDisposition('attachment', 'a\ud800')).toContain("UTF-8''a%EF%BF%BD");
});
