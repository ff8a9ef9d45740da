/** Where profile pictures are fetched: the content origin alone, by the hash of their bytes, as pictures and nothing else. */
import type { Hono } from 'hono';
import { AppError } from '#shared/errors.ts';
import { type AppEnv, makeRouter } from '#worker/platform/http.ts';
import type { AuthService } from '../service.ts';

/** The address holds the hash, so what it answers never changes. */
const CACHE = 'public, max-age=31536000, immutable';

export function makePictureDoor(service: Pick<AuthService, 'picture'>): Hono<AppEnv> {
  const router = makeRouter();
  router.get('/f/picture/:userId/:hash', async (c) => {
    const { userId, hash } = c.req.param();
    const isName = /^[A-Za-z0-9_-]{26}$/.test(userId) && /^[0-9a-f]{64}$/.test(hash);
    const picture = c.get('hostKind') === 'content' && isName ? await service.picture(userId, hash) : null;
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
