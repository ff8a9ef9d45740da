/** Which link is the link of a file or folder. Pure. */
import type { OwnLinkView } from '#shared/share/contract.ts';
import { OPEN_STATUSES } from '#shared/share/model.ts';

export function isOpen(link: Pick<OwnLinkView, 'link_status'>): boolean {
  return OPEN_STATUSES.some((status) => status === link.link_status);
}

/**
 * The newest open link, with the terms that its owner chose: a link with a passcode stays the link of its file.
 * @param links  to exactly one file or folder, the newest first
 */
export function currentLink(links: readonly OwnLinkView[]): OwnLinkView | null {
  return links.find(isOpen) ?? null;
}
