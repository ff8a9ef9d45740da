/** The viewer's part of a history entry, beside the state of the page below. Pure. */

/** A place inside the shown file: a folder of an archive, or one of its files. */
export interface InnerPlace {
  /** '' for the top. */
  readonly folder: string;
  /** Position in the archive; -1 for none. */
  readonly entry: number;
}

export interface ViewerEntry {
  /** Entries from here back to the page without the viewer; 0 where the page was opened with the file in its address. */
  readonly depth: number;
  readonly place: InnerPlace;
}

export const TOP: InnerPlace = Object.freeze({ folder: '', entry: -1 });

const NAME = 'viewer';

/** @param state  of a history entry, perhaps of another build */
export function viewerEntryOf(state: unknown): ViewerEntry {
  const found = (state as { readonly [NAME]?: Partial<ViewerEntry> } | null)?.[NAME];
  const { folder, entry } = found?.place ?? {};
  return {
    depth: typeof found?.depth === 'number' ? found.depth : 0,
    place: typeof folder === 'string' && typeof entry === 'number' ? { folder, entry } : TOP,
  };
}

export function withViewerEntry(state: unknown, entry: ViewerEntry): object {
  return { ...(state as object | null), [NAME]: entry };
}

/** The page stores its own state anew. @param current  state of the entry so far */
export function keepViewerEntry(state: unknown, current: unknown): unknown {
  const found = (current as { readonly [NAME]?: ViewerEntry } | null)?.[NAME];
  return found ? withViewerEntry(state, found) : state;
}
