/** Messages of the debug console's frame to its page, by an event on the window of that page. */

export const CONSOLE_EVENT = 'magpie:console';

/** `failed` comes with `error`. `block`: never again on this device. */
export interface ConsoleMessage {
  readonly kind: 'failed' | 'close' | 'block';
  readonly error?: unknown;
}
