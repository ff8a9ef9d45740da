/** Which link is the link of a file or folder. Pure. */
import type { OwnLinkView } from '#shared/share/contract.ts';
import type { ShareStatus } from '#shared/share/model.ts';

/** A wrong passcode slows visitors down; the link stays open. */
const OPEN: readonly ShareStatus[] = ['OK', 'PASS_CODE_EMPTY', 'PASS_CODE_ERROR'];

export function isOpen(link: Pick<OwnLinkView, 'link_status'>): boolean {
  return OPEN.includes(link.link_status);
}

/**
 * The newest open link, with the terms that its owner chose: a link with a passcode stays the link of its file.
 * @param links  to exactly one file or folder, the newest first
 */
export function currentLink(links: readonly OwnLinkView[]): OwnLinkView | null {
  return links.find(isOpen) ?? null;
}
