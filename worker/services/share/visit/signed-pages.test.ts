import { expect, test } from 'vitest';
import { makeSignedPages, type SignedPage } from './signed-pages.ts';

const page: SignedPage = { body: null, files: [] };

function counted() {
  let made = 0;
  return {
    make: async () => {
      made += 1;
      return page;
    },
    count: () => made,
  };
}

const WANTED = { text: 'rows', epoch: 1, expiresAtMs: 1_000 };

test('a page is signed once while its text, epoch and end stay', async () => {
  const pages = makeSignedPages();
  const { make, count } = counted();
  await pages.get('a', WANTED, make);
  await pages.get('a', WANTED, make);
  expect(count()).toBe(1);
});

test.each([{ text: 'other' }, { epoch: 2 }, { expiresAtMs: 2_000 }])('a page is signed anew for %j', async (change) => {
  const pages = makeSignedPages();
  const { make, count } = counted();
  await pages.get('a', WANTED, make);
  await pages.get('a', { ...WANTED, ...change }, make);
  expect(count()).toBe(2);
});

test('the least used page is evicted beyond the limit of characters', async () => {
  const pages = makeSignedPages(10);
  const { make, count } = counted();
  const keep = (key: string) => pages.get(key, { ...WANTED, text: '12345' }, make);
  await keep('a');
  await keep('b');
  await keep('a');
  await keep('c');
  expect(count()).toBe(3);
  await keep('a');
  expect(count()).toBe(3);
  await keep('b');
  expect(count()).toBe(4);
  await pages.get('long', { ...WANTED, text: 'x'.repeat(11) }, make);
  await pages.get('long', { ...WANTED, text: 'x'.repeat(11) }, make);
  expect(count()).toBe(6);
});
