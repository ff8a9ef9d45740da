/** Limits of a profile picture: the server refuses a larger one, the browser shrinks it first. */

/** 512 KiB. */
export const PICTURE_MAX_BYTES = 512 * 1024;
/** Pixels of the longer side. */
export const PICTURE_MAX_SIDE = 2048;
/** Types that the server accepts. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
