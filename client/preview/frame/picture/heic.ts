/** HEIC pictures, by libheif. The one place that uses its package. */
import { heicTo } from 'heic-to/csp';
import type { Render } from '../render.ts';
import { heicPages } from './heic-pages.rules.ts';

const QUALITY = 0.92;

export const decodeHeic: Render = async ({ bytes }) => ({
  picture: await heicTo({ blob: new Blob([bytes], { type: 'image/heic' }), type: 'image/jpeg', quality: QUALITY }),
  pages: heicPages(bytes),
});
