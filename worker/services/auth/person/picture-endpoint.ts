/** The endpoint of profile pictures: on the content origin only, by the hash of their bytes, served as pictures only. */

import type { Hono } from 'hono';
import { AppError, unwrap } from '#shared/errors.ts';
import { type AppEnv, makeRouter } from '#worker/platform/http.ts';
import { accountOf } from '../core/account-part.ts';
import type { AuthParts } from '../deps.ts';
import type { personPart } from './part.ts';

/** The address holds the hash, so its answer never changes. */
const CACHE = 'public, max-age=31536000, immutable';

export function makePictureRoutes(parts: Pick<AuthParts, 'accounts'>): Hono<AppEnv> {
  const router = makeRouter();
  router.get('/f/picture/:userId/:hash', async (c) => {
    const { userId, hash } = c.req.param();
    const isName = /^[A-Za-z0-9_-]{26}$/.test(userId) && /^[0-9a-f]{64}$/.test(hash);
    if (c.get('hostKind') !== 'content' || !isName) throw new AppError('not_found');
    const picture = unwrap(await accountOf<typeof personPart>(parts, userId).picture(hash));
    if (!picture) throw new AppError('not_found');
    return new Response(picture.bytes, {
      headers: {
        'content-type': picture.type,
        'content-length': String(picture.bytes.byteLength),
        'cache-control': CACHE,
        etag: `"${hash}"`,
        'x-content-type-options': 'nosniff',
        'content-disposition': 'inline',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
      },
    });
  });
  return router;
}
