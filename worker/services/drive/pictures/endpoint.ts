/**
 * GET and HEAD of small images on the content origin. Every look asks whether the link still opens, as a download does, or is within
 * a lease of its share: once a closing, an ended session or a removal is answered, looks answer 403. 204: none can be made. 503: come
 * again.
 */
import { Hono } from 'hono';
import { AppError } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { PictureCodec } from '#worker/platform/pictures/codec.ts';
import { type DriveDeps, driveOf } from '../deps.ts';
import type { ImageClaims, ImageSigner, ImageSource } from '../images/link.ts';
import type { LookedAt, StoredImages } from '../images/model.ts';
import { makeImageMaker } from './make-images.ts';
import type { picturesPart } from './part.ts';

export interface ImageDeps extends Pick<DriveDeps, 'drives' | 'blobIndex' | 'blobs' | 'clock'> {
  readonly imageSigner: ImageSigner;
  readonly codec: PictureCodec;
  readonly shareImages: ImageSource;
  readonly grantedImages: ImageSource;
}

/** Seconds after which a client that was sent away comes again. */
const RETRY_SECONDS = 2;
/** Nothing of it may run, whatever a browser takes it for. */
const POLICY = "sandbox; default-src 'none'";

/** 10 minutes: how long a browser takes a file to have no image. */
const NO_IMAGE_SECONDS = 600;

/** 204 is no error: a listing with files that only look like pictures fills no log. */
function refusal(status: 204 | 403 | 503): Response {
  return new Response(null, {
    status,
    headers: {
      'cache-control': status === 204 ? `private, max-age=${NO_IMAGE_SECONDS}` : 'no-store',
      'referrer-policy': 'no-referrer',
      ...(status === 503 ? { 'retry-after': String(RETRY_SECONDS) } : {}),
    },
  });
}

function headersOf(images: StoredImages, claims: Pick<ImageClaims, 'isLarge' | 'expiresAtMs'>, nowMs: number): Headers {
  const seconds = Math.max(0, Math.floor((claims.expiresAtMs - nowMs) / SECOND_MS));
  return new Headers({
    'cache-control': `private, max-age=${seconds}, immutable`,
    'content-length': String(claims.isLarge ? images.largeBytes : images.smallBytes),
    'content-security-policy': POLICY,
    'content-type': 'image/webp',
    'cross-origin-resource-policy': 'cross-origin',
    etag: `"${images.objectKey}-${claims.isLarge ? 'l' : 's'}"`,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
}

/** Answers with an image of a content. @param claims  the size, and until when it may be cached */
export type SendImage = (
  request: Request,
  claims: Pick<ImageClaims, 'isLarge' | 'expiresAtMs'>,
  content: LookedAt,
  nowMs: number,
) => Promise<Response>;

export function makeSendImage(deps: Pick<ImageDeps, 'drives' | 'blobIndex' | 'blobs' | 'clock' | 'codec'>): SendImage {
  const maker = makeImageMaker(deps);

  return async (request, claims, content, nowMs) => {
    const known = await maker.imagesOf(content);
    if (!known) return refusal(503);
    const { images } = known;
    if (!images) return refusal(204);
    const headers = headersOf(images, claims, nowMs);
    if (request.headers.get('if-none-match') === headers.get('etag')) {
      headers.delete('content-length');
      return new Response(null, { status: 304, headers });
    }
    if (request.method === 'HEAD') return new Response(null, { headers });
    const [start, end] = claims.isLarge
      ? [images.smallBytes, images.smallBytes + images.largeBytes]
      : [0, images.smallBytes];
    const body = await deps.blobs.get(images.objectKey, start, end);
    if (body) return new Response(body, { headers });
    maker.forget(content.contentKey);
    return refusal(503);
  };
}

export function makeImageRoutes(deps: ImageDeps, answer: SendImage): Hono<AppEnv> {
  async function open(claims: ImageClaims): Promise<LookedAt | null> {
    if (claims.kind === 'share') return deps.shareImages(claims);
    if (claims.kind === 'grant') return deps.grantedImages(claims);
    const { ownerId, holder, epoch, nodeId, contentMark } = claims;
    return driveOf<typeof picturesPart>(deps, ownerId).openPicture(
      { userId: ownerId, sessionId: holder, epoch },
      nodeId,
      contentMark,
    );
  }

  const router = new Hono<AppEnv>();
  router.on(['GET', 'HEAD'], '/t/:scope/:name/:size', async (c) => {
    if (c.get('hostKind') !== 'content') throw new AppError('not_found');
    const nowMs = deps.clock.nowMs();
    const claims = await deps.imageSigner.verify(c.req.param(), nowMs);
    const content = claims && (await open(claims));
    return claims && content ? answer(c.req.raw, claims, content, nowMs) : refusal(403);
  });
  return router;
}
