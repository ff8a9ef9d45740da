/** Entries of an archive as files of the viewer: their addresses, and which of them it shows. */
import { isTooLarge, kindOf } from '../kinds.rules.ts';
import { PreviewError } from '../preview-error.ts';
import type { EntryLink, ShowContext, Shown } from '../preview-types.ts';
import { type InnerEntry, itemOf } from './inner-entry.ts';
import { openPages } from './inner-pages.ts';

export interface InnerView {
  /** The password that was typed last. */
  readonly secret: { value: string };
  isViewable(entry: InnerEntry): boolean;
  /** @throws PreviewError */
  linkOf(entry: InnerEntry): Promise<EntryLink>;
  /** @param opener  gets the focus back */
  open(entries: readonly InnerEntry[], entry: InnerEntry, url: string, opener: HTMLElement): void;
}

/** @param listing  comes back when the entry is left */
export function makeInnerView(context: ShowContext, listing: () => Shown): InnerView {
  const { host, item: archive } = context;
  const secret = { value: '' };

  function isViewable(entry: InnerEntry): boolean {
    const item = itemOf(archive, entry);
    const kind = kindOf(item);
    return entry.index >= 0 && !['other', 'archive'].includes(kind.kind) && !isTooLarge(kind, item.sizeBytes);
  }

  async function linkOf({ index }: InnerEntry): Promise<EntryLink> {
    if (!host.archiveEntry) throw new PreviewError('forbidden');
    return host.archiveEntry(archive, index, secret.value);
  }

  function open(entries: readonly InnerEntry[], first: InnerEntry, url: string, opener: HTMLElement): void {
    openPages({ context, listing, linkOf, opener, pages: entries.filter(isViewable) }, first, url);
  }

  return { secret, isViewable, linkOf, open };
}
