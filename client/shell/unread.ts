/** The number of unread notifications in the header, in this window and in the other windows of the browser. */

const CHANNEL = 'magpie-unread';

/** @param unread  of the server; anything but a whole number is ignored */
export function showUnread(page: Document, unread: unknown): void {
  if (typeof unread !== 'number' || !Number.isInteger(unread) || unread < 0) return;
  for (const part of page.querySelectorAll<HTMLElement>('[data-bell-unread]')) {
    part.hidden = unread === 0;
    const count = part.querySelector('[data-bell-count]');
    if (count) count.textContent = unread.toLocaleString(page.documentElement.lang);
  }
}

/** Shows the number here and passes it on: other windows may have no connection of their own. */
export function passUnread(page: Document, unread: unknown): void {
  showUnread(page, unread);
  if (!('BroadcastChannel' in globalThis)) return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(unread);
  channel.close();
}

export function onUnread(listener: (unread: unknown) => void): void {
  if ('BroadcastChannel' in globalThis)
    new BroadcastChannel(CHANNEL).addEventListener('message', ({ data }) => listener(data));
}
