/** Entries of an archive as files of the viewer: their addresses, and which of them it shows. */
import type { TextEncoding } from '#shared/content/encoding/encodings.ts';
import { isTooLarge, kindOf } from '../kinds.rules.ts';
import { PreviewError } from '../preview-error.ts';
import type { EntryLink, ShowContext, Shown } from '../preview-types.ts';
import { type InnerEntry, itemOf } from './inner-entry.ts';
import { openPages } from './inner-pages.ts';

export interface OpenedEntry {
  readonly entry: InnerEntry;
  readonly url: string;
  /** Path of the listed folder; '' for the top. */
  readonly folder: string;
  /** Files of the listing, for turning pages. */
  readonly entries: readonly InnerEntry[];
  /** Gets the focus back. */
  readonly opener: HTMLElement;
}

export interface InnerView {
  /** The password that was typed last. */
  readonly secret: { value: string };
  /** The encoding that was chosen for names; null for a guess. */
  readonly encoding: { value: TextEncoding | null };
  isViewable(entry: InnerEntry): boolean;
  /** @throws PreviewError */
  linkOf(entry: InnerEntry): Promise<EntryLink>;
  /** Shows an entry that the history names already, or adds it there. */
  open(opened: OpenedEntry): void;
}

/** @param listing  comes back when the entry is left */
export function makeInnerView(context: ShowContext, listing: () => Shown): InnerView {
  const { host, item: archive } = context;
  const secret = { value: '' };
  const encoding: InnerView['encoding'] = { value: null };

  function isViewable(entry: InnerEntry): boolean {
    const item = itemOf(archive, entry);
    const kind = kindOf(item);
    return entry.index >= 0 && !['other', 'archive'].includes(kind.kind) && !isTooLarge(kind, item.sizeBytes);
  }

  async function linkOf({ index }: InnerEntry): Promise<EntryLink> {
    if (!host.archiveEntry) throw new PreviewError('forbidden');
    return host.archiveEntry(archive, index, { password: secret.value, encoding: encoding.value });
  }

  function open({ entry, url, folder, entries, opener }: OpenedEntry): void {
    openPages({ context, listing, linkOf, folder, opener, pages: entries.filter(isViewable) }, entry, url);
  }

  return { secret, encoding, isViewable, linkOf, open };
}
