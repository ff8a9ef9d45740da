/**
 * Every island: id -> the props the server writes and when it loads.
 * A loader is missing in client/islands.ts: it does not compile.
 */
import type { CollectState } from './drive/collect/collect-terms.ts';
import type { ListColumn, SavedDisplay, StoredView } from './drive/display.ts';
import type { TaskFilter, TaskLine } from './drive/fetch/task-row.ts';
import type { KindChoice } from './drive/kinds.ts';
import type { SortOrder } from './drive/orders.ts';
import type { PhotoMonth } from './drive/photos/photos.contract.ts';
import type { DrivePlace } from './drive/places.ts';
import type { DriveRow } from './drive/rows.ts';
import type { Sender } from './share/link.contract.ts';
import type { LinkFilter } from './share/links-address.ts';
import type { OwnLinkView } from './share/own-link.contract.ts';

/** `single` and `flow` last as long as their page; they are never stored. */
export type ViewType = StoredView | 'single' | 'flow';

export function isLarge(view: ViewType): view is 'single' | 'flow' {
  return view === 'single' || view === 'flow';
}

export interface DriveBrowserProps {
  readonly place: DrivePlace;
  /** The search query; '' outside a search. */
  readonly query: string;
  /** '' is the root. */
  readonly folderId: string;
  /** From the root to this folder; empty at the root and in the trash. */
  readonly path: readonly { readonly id: string; readonly name: string }[];
  readonly rows: readonly DriveRow[];
  readonly nextPageToken: string;
  /** Only of pictures by time: how many each day has. */
  readonly months?: readonly PhotoMonth[];
  readonly order: SortOrder;
  readonly view: ViewType;
  /** Kinds that are shown. */
  readonly kind: KindChoice;
  readonly foldersFirst: boolean;
  /** One order, one view for all folders; else each may have its own. */
  readonly isOrderGlobal: boolean;
  readonly isViewGlobal: boolean;
  /** Lower rows, and what a list shows beside the name. */
  readonly isCompact: boolean;
  readonly columns: readonly ListColumn[];
  /** The saved choices, where this browser has others. */
  readonly saved?: SavedDisplay;
  /** Days that the trash keeps; only on its page. */
  readonly trashDays?: number;
  /** The installation downloads the files of torrents. */
  readonly takesTorrents?: boolean;
  /** Storage and traffic can be bought. */
  readonly sells?: boolean;
  /** The running activity that operators tell people of. */
  readonly activity?: ActivityNote;
  /** Epoch ms when the page was made; relative times and hydration read the same clock. */
  readonly serverTimeMs: number;
}

/** An activity as the drive shows it in a window. */
export interface ActivityNote {
  /** For `/close-note`. */
  readonly id: string;
  readonly title: string;
  readonly lead: string;
  readonly href: string;
  /** This browser has not shown it yet. */
  readonly isNew: boolean;
}

export interface DriveStorageProps {
  readonly usageBytes: number;
  readonly limitBytes: number;
}

export interface DriveSearchProps {
  /** The search query; '' outside a search. */
  readonly query: string;
}

export interface DriveTasksProps {
  readonly tasks: readonly TaskLine[];
  readonly filter: TaskFilter;
  /** '' on the first page. */
  readonly pageToken: string;
  /** '' at the end. */
  readonly nextPageToken: string;
  /** Fetches that may still be created today, and of how many. */
  readonly left: number;
  readonly limit: number;
  /** The result of a posted form; '' for none. */
  readonly said: string;
  /** Id of the task that the address names; '' for none. */
  readonly marked: string;
  /** The address asks for the dialog of links. */
  readonly isAdding: boolean;
}

/** A link that collects files, as a list of links names it. */
export interface CollectLine {
  readonly id: string;
  readonly folderId: string;
  readonly folderName: string;
  /** '' for none of the owner's own. */
  readonly title: string;
  readonly state: CollectState;
  /** Files that came in. */
  readonly files: number;
}

export interface DriveSharesProps {
  readonly links: readonly OwnLinkView[];
  readonly filter: LinkFilter;
  /** '' on the first page. */
  readonly pageToken: string;
  /** '' at the end. */
  readonly nextPageToken: string;
  /** The result of a posted form; '' for none. */
  readonly said: string;
  /** Links that a form without script asked to delete: the page asks once more. */
  readonly asked: readonly string[];
  /** The link whose details the address names. */
  readonly opened: OwnLinkView | null;
  /** The name on the links, of a person who has links and has not decided about it; null for others. */
  readonly askedSender: Sender | null;
  /** Links that collect files, the newest first; shown with the first page of all links. */
  readonly collects: readonly CollectLine[];
  /** Epoch ms when the page was made. */
  readonly nowMs: number;
}

export interface IslandProps {
  'drive/browser': DriveBrowserProps;
  'drive/common': Record<string, never>;
  'drive/search': DriveSearchProps;
  'drive/shares': DriveSharesProps;
  'drive/storage': DriveStorageProps;
  'drive/tasks': DriveTasksProps;
  'drive/upload': Record<string, never>;
}

export type IslandId = keyof IslandProps;

/** `load` at once; `visible` when scrolled to; `intent` on the first pointer or focus; `idle` when the page rests. */
export type IslandLoad = 'load' | 'visible' | 'intent' | 'idle';

export const ISLANDS: { readonly [Id in IslandId]: { readonly load: IslandLoad } } = {
  'drive/browser': { load: 'load' },
  'drive/common': { load: 'idle' },
  'drive/search': { load: 'load' },
  'drive/shares': { load: 'load' },
  'drive/storage': { load: 'load' },
  'drive/tasks': { load: 'load' },
  'drive/upload': { load: 'load' },
};

/** Facts in a document for the browser, beside the islands' own props. */
export interface PageFacts {
  readonly locale: string;
  readonly apiOrigins: readonly string[];
  readonly clientId: string;
  /** IANA name of the zone that the server rendered times in; hydration begins with it. */
  readonly timeZone: string;
  /** The user of the page; '' for none. */
  readonly userId: string;
  /** Epoch ms. */
  readonly serverTimeMs: number;
  /** Input of the region check; left out while the rules refuse no visitor. */
  readonly access?: AccessFacts;
}

export interface AccessFacts {
  /** Origins to ask. */
  readonly domains: readonly string[];
  /** `stun:host:port`; '' when no address is looked for. */
  readonly stun: string;
  /** Address to which a refused visitor may write. */
  readonly contactHref: string;
}

/** Ids of the two JSON blocks of a document. */
export const FACTS_BLOCK = 'magpie-facts';
export const TEXTS_BLOCK = 'magpie-texts';
