/** Selects every item of the open listing, also those that are not loaded yet: the rest is read page by page first. */
import { batch } from '@preact/signals-react';
import type { DriveState } from '../drive.state.ts';
import { NOTHING_SELECTED } from '../selection/selection.rules.ts';
import type { ListingActions } from './listing.actions.ts';

/** The most rows the server puts on one page. */
const PAGE_ROWS = 1_000;

export interface SelectAllActions {
  /** Ends when all are selected, when `stop` was called, or when the rest could not be read. */
  all(): Promise<void>;
  /** Keeps the current selection and stops reading. */
  stop(): void;
}

export interface SelectAllDeps {
  readonly state: DriveState;
  readonly listing: Pick<ListingActions, 'more'>;
  /** The rest could not be read: only loaded rows are selected. */
  readonly onFailure: () => void;
}

export function makeSelectAllActions({ state, listing, onFailure }: SelectAllDeps): SelectAllActions {
  let run = 0;

  function selectLoaded(): void {
    const ids = state.rows.value.map(({ id }) => id);
    state.selection.value = { ids: new Set(ids), anchor: ids[0] ?? null };
  }

  function stop(): void {
    run += 1;
    state.selecting.value = null;
  }

  /** @returns false when the rest could not be read */
  async function readRest(isMine: () => boolean): Promise<boolean> {
    const { nextPageToken, rows, selecting, more, status } = state;
    while (isMine() && nextPageToken.value !== '') {
      selecting.value = rows.value.length;
      await listing.more(PAGE_ROWS);
      if (more.value === 'failed' || status.value !== 'ready') return false;
    }
    return true;
  }

  return {
    stop,
    async all() {
      stop();
      const mine = run;
      const { place, folderId, query, kind } = state;
      const here = [place.value, folderId.value, query.value, kind.value].join();
      const isMine = () => mine === run && here === [place.value, folderId.value, query.value, kind.value].join();
      selectLoaded();
      if (state.nextPageToken.value === '') return;
      const isWhole = await readRest(isMine);
      if (mine !== run) return;
      batch(() => {
        stop();
        // Another listing was opened.
        if (here !== [place.value, folderId.value, query.value, kind.value].join())
          state.selection.value = NOTHING_SELECTED;
        else selectLoaded();
      });
      if (!isWhole) onFailure();
    },
  };
}
