/** Bounds of files that other people send into a drive: visitors of links that collect, and guests of folders. Pure; both sides. */
import { DAY_MS, MIB } from '#shared/units.ts';

/** 95 MiB: a file of a page without script comes in one request, and the platform takes 100 MB with the frame of the form. */
export const SENDING_WHOLE_BYTES = 95 * MIB;
/** 8 MiB: larger files come in parts of one window, so that they go on where they broke off; very large ones in larger parts. */
export const SENDING_PART_BYTES = 8 * MIB;
/** 7 days after its last part a file that broke off is given up. */
export const SENDING_SESSION_MS = 7 * DAY_MS;
/** Files in parts of one sender at a time. */
export const SENDING_OPEN_FILES = 2;
