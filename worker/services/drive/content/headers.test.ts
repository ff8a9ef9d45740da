/** Headers of content that is shown as text. */
import { expect, test } from 'vitest';
import type { LinkClaims, OpenContent } from './claims.ts';
import { contentHeaders } from './headers.ts';

const CLAIMS = { kind: 'share', attachment: true } as LinkClaims;
const contentOf = (name: string, mime: string) =>
  ({ name, mime, contentKey: '1-aa', modifiedMs: 0 }) as unknown as OpenContent;

test.each([
  ['page.html', 'text/html'],
  ['drawing.svg', 'image/svg+xml'],
  ['notes.md', 'text/markdown'],
  ['a.pdf', 'application/pdf'],
])('%s shown as text is plain text that runs nothing', (name, mime) => {
  const headers = contentHeaders(CLAIMS, contentOf(name, mime), true);
  expect(headers.get('content-type')).toBe('text/plain');
  expect(headers.get('content-disposition')).toMatch(/^inline/);
  expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('without being asked for text a page is saved, never shown', () => {
  const headers = contentHeaders(CLAIMS, contentOf('page.html', 'text/html'));
  expect(headers.get('content-type')).toBe('application/octet-stream');
  expect(headers.get('content-disposition')).toMatch(/^attachment/);
});
