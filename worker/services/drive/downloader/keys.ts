/** Fixed values of downloads. */
import { SECOND_MS } from '#shared/units.ts';

/** How often a run looks at its download. */
export const LOOK_MS = SECOND_MS;
/** Until the downloader has space, or another download of the same content has ended. */
export const BUSY_WAIT_MS = 30 * SECOND_MS;
/** Longest time for a .torrent file by link. */
export const TORRENT_MS = 10 * SECOND_MS;
