/** Sizes of pictures inside the picture of a page. Pure. */

/** As the server's large image. */
export const SIDE = 1_024;

/** Pixels that a picture is drawn into; null for one without a size. */
export function drawnSize(width: number, height: number): { readonly width: number; readonly height: number } | null {
  if (width === 0 || height === 0) return null;
  const scale = Math.min(1, SIDE / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
