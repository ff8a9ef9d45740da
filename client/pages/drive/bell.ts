/**
 * Follows the number of unread notifications on pages without a connection of their own: asks each minute while the page is visible, and
 * learns at once what another window does. The page of the notifications shows new ones.
 */

import { loadDocument } from '#client/navigation/load-document.ts';
import { onWake } from '#client/navigation/page-events.ts';
import { onUnread, passUnread, showUnread } from '#client/shell/unread.ts';

const POLL_MS = 60_000;
const LIST = '[data-notifications]';

/** @param address  of the page of notifications */
async function ask(address: string): Promise<number | null> {
  try {
    const headers = { accept: 'application/json', 'accept-language': document.documentElement.lang };
    const answer = await fetch(`${address}?count=1`, { headers });
    return answer.ok ? ((await answer.json()) as { unread: number }).unread : null;
  } catch {
    // Offline: the next look asks again.
    return null;
  }
}

/** Replaces the list, unless the user is in it. */
async function renewList(page: Document): Promise<void> {
  const old = page.querySelector(LIST);
  if (!old || old.contains(page.activeElement)) return;
  const { fresh } = await loadDocument(page.location.href);
  const next = fresh?.querySelector(LIST);
  if (next && !old.contains(page.activeElement)) old.replaceWith(page.importNode(next, true));
}

export function followUnread(page: Document): void {
  const bell = page.querySelector<HTMLAnchorElement>('[data-bell]');
  if (!bell) return;
  const address = new URL(bell.href).pathname;
  let known = Number(page.querySelector(LIST)?.getAttribute('data-notifications') ?? -1);
  const learn = (unread: unknown): void => {
    showUnread(page, unread);
    if (typeof unread !== 'number') return;
    if (unread !== known) void renewList(page);
    known = unread;
  };
  onUnread(learn);
  const look = async (): Promise<void> => {
    if (page.visibilityState !== 'visible') return;
    const unread = await ask(address);
    if (unread === null) return;
    learn(unread);
    passUnread(page, unread);
  };
  onWake(() => void look());
  setInterval(() => void look(), POLL_MS);
  void look();
}
