/**
 * Messages of the page of a human check to the page around it, by postMessage to its own origin. No message holds a secret:
 * only the address of `/loading` carries the token. Receivers check `event.source` and `event.origin` first.
 *
 * - `{ from: 'magpie-check', type: 'responsive-layout', width, height }`: size of the content in CSS pixels; a size larger
 *   than the window gives full size.
 * - `{ from: 'magpie-check', type: 'close' }`: Escape was pressed inside the frame.
 */
export const CHECK_MESSAGE = 'magpie-check';

export type CheckMessage =
  | {
      readonly from: typeof CHECK_MESSAGE;
      readonly type: 'responsive-layout';
      readonly width: number;
      readonly height: number;
    }
  | { readonly from: typeof CHECK_MESSAGE; readonly type: 'close' };

/** @returns null for anything that is not one of the messages above, and for senseless sizes */
export function readCheckMessage(data: unknown): CheckMessage | null {
  if (typeof data !== 'object' || data === null) return null;
  const { from, type, width, height } = data as Record<string, unknown>;
  if (from !== CHECK_MESSAGE) return null;
  if (type === 'close') return { from, type };
  const sane = (size: unknown): size is number => typeof size === 'number' && size > 0 && size <= 10_000;
  return type === 'responsive-layout' && sane(width) && sane(height) ? { from, type, width, height } : null;
}
