/** Limits on many small pieces: each costs a call, however few bytes it holds. Pure; the same in the proxy, the Worker and the objects. */
import { SECOND_MS } from '#shared/units.ts';

/** Pieces of one body that may be of any size. */
export const FREE_PIECES = 1_000;
/** 64 bytes: least mean size beyond them. Programs send chunks of some KiB; a chunk's own frame takes five bytes. */
export const LEAST_MEAN_BYTES = 64;

/** Whether a body has come in too many pieces for its size. @param freePieces  pieces of any size */
export function isFragmented(pieces: number, bytes: number, freePieces = FREE_PIECES): boolean {
  return pieces > freePieces && bytes < pieces * LEAST_MEAN_BYTES;
}

/** Messages of a WebSocket client in {@link MESSAGE_WINDOW_MS}; our pages send one in 45 s. */
export const MESSAGES_PER_WINDOW = 60;
export const MESSAGE_WINDOW_MS = 10 * SECOND_MS;
/** RFC 6455 section 7.4.1: the other side broke a rule. */
export const CLOSE_POLICY = 1008;

/**
 * Counts one message of a client.
 * @param times  of those admitted before, oldest first; the new one is added, and none is kept that no longer counts
 * @param nowMs  of any one clock
 * @returns false for a message beyond the limit, which is not added
 */
export function admitMessage(times: number[], nowMs: number): boolean {
  while (times[0] !== undefined && nowMs - times[0] >= MESSAGE_WINDOW_MS) times.shift();
  if (times.length >= MESSAGES_PER_WINDOW) return false;
  times.push(nowMs);
  return true;
}
