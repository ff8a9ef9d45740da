/**
 * Every island: id -> the props the server writes, when it loads, which texts it shows.
 * A loader is missing in client/islands.ts: it does not compile.
 */
import type { SortOrder } from './drive/model.ts';
import type { DriveRow } from './drive/rows.ts';

export type ViewType = 'list' | 'grid';

export interface DriveBrowserProps {
  readonly place: 'all' | 'trash';
  /** '' is the root. */
  readonly folderId: string;
  /** From the root to this folder; empty at the root and in the trash. */
  readonly path: readonly { readonly id: string; readonly name: string }[];
  readonly rows: readonly DriveRow[];
  readonly nextPageToken: string;
  readonly order: SortOrder;
  readonly view: ViewType;
  /** Epoch ms when the page was made; relative times and hydration read the same clock. */
  readonly serverTimeMs: number;
}

export interface DriveStorageProps {
  readonly usageBytes: number;
  readonly limitBytes: number;
}

export interface DriveUploadProps {
  /** Folder that uploads land in. */
  readonly folderId: string;
  readonly disabled: boolean;
}

export interface IslandProps {
  'drive/browser': DriveBrowserProps;
  'drive/storage': DriveStorageProps;
  'drive/upload': DriveUploadProps;
}

export type IslandId = keyof IslandProps;

/** `load` at once; `visible` when scrolled to; `intent` on the first pointer or focus; `idle` when the page rests. */
export type IslandLoad = 'load' | 'visible' | 'intent' | 'idle';

export const ISLANDS: { readonly [Id in IslandId]: { readonly load: IslandLoad; readonly texts: readonly string[] } } =
  {
    'drive/browser': { load: 'load', texts: ['drive', 'ui', 'errors', 'request'] },
    'drive/storage': { load: 'load', texts: ['ui.storage'] },
    'drive/upload': { load: 'load', texts: ['drive.upload'] },
  };

/** What a document tells the browser once, beside the islands' own props. */
export interface PageFacts {
  readonly locale: string;
  readonly apiOrigins: readonly string[];
  readonly clientId: string;
  /** Whose page it is; '' for nobody's. */
  readonly userId: string;
  /** Epoch ms. */
  readonly serverTimeMs: number;
}

/** Ids of the two JSON blocks of a document. */
export const FACTS_BLOCK = 'magpie-facts';
export const TEXTS_BLOCK = 'magpie-texts';
