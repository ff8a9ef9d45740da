import type { Context } from 'hono';
import { expect, test } from 'vitest';
import type { AppEnv } from '#worker/platform/http.ts';
import { isKnownQuery } from './share-address.ts';

const pageAt = (search: string) =>
  ({ get: () => search, req: { url: `https://drive.example/s/a${search}` } }) as unknown as Context<AppEnv>;

test('a page is kept for the next visitor only if every name of its query is known', () => {
  const known = ['', '?view=grid&order=name_asc', '?page=token&hide_header=1', '?__source=mail&__campaign=spring'];
  expect(known.map((search) => isKnownQuery(pageAt(search)))).toEqual(known.map(() => true));
  const madeUp = ['?x=1', '?view=grid&x', '?fbclid=a', '?Order=name_asc', '?vi%65w2=1'];
  expect(madeUp.map((search) => isKnownQuery(pageAt(search)))).toEqual(madeUp.map(() => false));
});
