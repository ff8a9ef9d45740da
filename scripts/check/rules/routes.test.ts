import { expect, test } from 'vitest';
import { routeChanges } from './routes.ts';

test('new, changed and lost addresses are each told', () => {
  expect(routeChanges({ home: '/', old: '/old', open: '/s' }, { home: '/', open: '/s/{id}', fresh: '/fresh' })).toEqual(
    ['open was /s, is /s/{id}', 'fresh /fresh is new', 'old is gone'],
  );
});

test('equal tables tell nothing', () => {
  expect(routeChanges({ home: '/' }, { home: '/' })).toEqual([]);
});
