/** Appends the next page of a listing to the rows that are shown. */
import { batch } from '@preact/signals-react';
import type { DriveRow } from '#shared/drive/rows.ts';
import type { ListPage } from '../drive.api.ts';
import type { DriveState } from '../drive.state.ts';

/** Rows of the next page: as many as are shown, within these bounds. */
const LEAST_ROWS = 100;
const MOST_ROWS = 300;

export interface ListingGrowth {
  /**
   * Loads the next page. The promise ends when the rows have grown; a failure is stored in `state.more`.
   * @param limit  rows of the page, 1 to 1,000
   */
  more(limit?: number): Promise<void>;
}

export interface ListingGrowthDeps {
  readonly state: Pick<DriveState, 'rows' | 'nextPageToken' | 'status' | 'more'>;
  readonly list: (pageToken: string, limit: number) => Promise<ListPage>;
  /** Number of the listing that is shown: an answer for an older one is dropped. */
  readonly turn: () => number;
  /** Ends when the newest listing has been read. */
  readonly newest: () => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

export function makeListingGrowth({ state, list, turn, newest, onFailure }: ListingGrowthDeps): ListingGrowth {
  let growing: Promise<void> = Promise.resolve();
  /** Ids of the rows, cached between pages: reading all ids for each page would cost the square of a long list. */
  let known: { readonly rows: readonly DriveRow[]; readonly ids: Set<string> } = { rows: [], ids: new Set() };

  function append(found: ListPage): void {
    const rows = state.rows.value;
    const ids = known.rows === rows ? known.ids : new Set(rows.map(({ id }) => id));
    const fresh = found.rows.filter(({ id }) => !ids.has(id));
    for (const { id } of fresh) ids.add(id);
    known = { rows: [...rows, ...fresh], ids };
    batch(() => {
      state.rows.value = known.rows;
      state.nextPageToken.value = found.nextPageToken;
      state.more.value = 'idle';
    });
  }

  async function grow(limit: number | undefined): Promise<void> {
    const pageToken = state.nextPageToken.value;
    if (pageToken === '' || state.status.value !== 'ready') return;
    state.more.value = 'loading';
    const mine = turn();
    try {
      const rows = limit ?? Math.min(MOST_ROWS, Math.max(LEAST_ROWS, state.rows.value.length));
      const found = await list(pageToken, rows);
      if (mine === turn()) {
        append(found);
        return;
      }
    } catch (error) {
      if (mine === turn()) {
        state.more.value = 'failed';
        onFailure(error);
        return;
      }
    }
    // The listing was read again, so its own next page is the one to load.
    await newest();
    if (state.more.value === 'loading') state.more.value = 'idle';
  }

  return {
    more(limit) {
      if (state.more.value !== 'loading') growing = grow(limit);
      return growing;
    },
  };
}
