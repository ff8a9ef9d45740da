/** The bytes behind a link to a small image, for drawing: as a visitor who follows it would get them. */
import type { ImageSigner, ImageSource } from '../images/link.ts';
import { type ImageMakerDeps, makeImageMaker } from './make-images.ts';

export interface ReadImageDeps extends ImageMakerDeps {
  readonly imageSigner: ImageSigner;
  /** The content of a link of kind `share`, or null when the link no longer opens. */
  readonly shareImages: ImageSource;
}

/** @returns `none` when the link does not open or there is no image; null when it cannot be made now */
export type ReadImageLink = (href: string) => Promise<Uint8Array<ArrayBuffer> | 'none' | null>;

/** For links of shares alone. */
export function makeReadImageLink(deps: ReadImageDeps): ReadImageLink {
  const maker = makeImageMaker(deps);
  return async (href) => {
    const [start, scope = '', name = '', size = ''] = URL.parse(href)?.pathname.split('/').slice(1) ?? [];
    const claims = start === 't' ? await deps.imageSigner.verify({ scope, name, size }, deps.clock.nowMs()) : null;
    const content = claims?.kind === 'share' ? await deps.shareImages(claims) : null;
    if (!claims || !content) return 'none';
    const known = await maker.imagesOf(content);
    if (!known) return null;
    const { images } = known;
    if (!images) return 'none';
    const { smallBytes, largeBytes, objectKey } = images;
    const body = await deps.blobs.get(
      objectKey,
      claims.isLarge ? smallBytes : 0,
      claims.isLarge ? smallBytes + largeBytes : smallBytes,
    );
    if (body) return new Uint8Array(await new Response(body).arrayBuffer());
    maker.forget(content.contentKey);
    return null;
  };
}
