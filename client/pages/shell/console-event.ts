/** What the frame of the debug console tells the page around it, by an event on that page's window. */

export const CONSOLE_EVENT = 'magpie:console';

/** `failed` comes with `error`. `block`: never again on this device. */
export interface ConsoleMessage {
  readonly news: 'failed' | 'close' | 'block';
  readonly error?: unknown;
}
