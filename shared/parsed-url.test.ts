import { expect, test } from 'vitest';
import { parsedUrl } from './parsed-url.ts';

test.each([
  ['https://a.example/b', undefined, 'https://a.example/b'],
  ['/b?c', 'https://a.example', 'https://a.example/b?c'],
  ['/b', undefined, undefined],
  ['', undefined, undefined],
  ['http://', 'https://a.example', undefined],
])('%j against %j is %j', (text, base, wanted) => {
  expect(parsedUrl(text, base)?.href).toBe(wanted);
});
