import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { assets } from './assets.ts';

it('names a script, a plain script and a style sheet for every document', () => {
  expect(assets).toMatchObject({ buildId: 'test', dev: false });
  for (const address of [assets.entry.src, assets.plain.src, assets.styles, assets.shareStyles, assets.driveStyles])
    expect(address).toMatch(/^\/assets\//);
});

it('finds its bindings under the names of wrangler.toml', () => {
  const names = [
    'ACCOUNT',
    'BLOBS',
    'BLOBS_DISK',
    'BLOB_INDEX',
    'CONFIG',
    'DIRECTORY',
    'DRIVE',
    'SHARE',
    'SHARE_BOOK',
    'SHIELD',
  ];
  expect(Object.keys(env)).toEqual(
    expect.arrayContaining([...names, 'INTERNAL_TOKEN', 'JWT_PRIVATE_JWK', 'SECRET_ROOT']),
  );
});
