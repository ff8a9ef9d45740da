import { expect, it } from 'vitest';
import { CLIENTS, readClients } from './clients.ts';
import { programOrigins } from './program-origins.ts';

const clients = (list: readonly object[]) => readClients(JSON.stringify(list));
const SHARED = { name: 'A program', grants: ['authorization_code'] };

it('an origin is that of an https redirect address, with the ids of all clients there', () => {
  const found = programOrigins(
    clients([
      { ...SHARED, id: 'a', redirectUris: ['https://a.example/back', 'https://a.example/other?x=1', 'my-app://back'] },
      { ...SHARED, id: 'b', redirectUris: ['https://a.example/b', 'https://b.example:8443/'] },
    ]),
  );
  expect([...found]).toEqual([
    ['https://a.example', new Set(['a', 'b'])],
    ['https://b.example:8443', new Set(['b'])],
  ]);
});

it('loopback addresses, own schemes, paths of ours and ids that every compatible program sends give none', () => {
  expect(programOrigins(CLIENTS).size).toBe(0);
  const uris = [
    'https://localhost/x',
    'https://app.localhost/x',
    'https://127.0.0.1:4443/x',
    'https://[::1]/x',
    'http://127.0.0.1/x',
    'my-app://x',
    '/auth',
  ];
  expect(programOrigins(clients([{ ...SHARED, id: 'a', redirectUris: uris }])).size).toBe(0);
  const shared = [{ ...SHARED, id: 'YUMx5nI8ZU8Ap8pm', redirectUris: ['https://any.example/'] }];
  expect(programOrigins(clients(shared)).size).toBe(0);
});
