/** Actions of the open listing: open, search, sort, filter, change the view, load more rows, refresh. */
import type { KindChoice } from '#shared/drive/kinds.ts';
import type { SortOrder } from '#shared/drive/model.ts';
import { isGathered } from '#shared/drive/places.ts';
import type { ViewType } from '#shared/islands.ts';
import type { Translator } from '#shared/locale/translator.ts';
import type { BrowserApi } from '../browser-api.ts';
import type { DriveApi } from '../drive.api.ts';
import type { DriveState } from '../drive.state.ts';
import { NOTHING_SELECTED } from '../selection/selection.rules.ts';
import type { DisplayActions } from './display.actions.ts';
import { entryOf, hrefOf } from './listing-entry.ts';
import { type ListingNavigation, makeListingNavigation } from './listing-navigation.ts';
import { type ListingReader, makeListingReader, PAGE_ROWS } from './listing-reader.ts';
import { makeScrollRestoration, type ScrollRestoration } from './scroll-restoration.ts';

export interface ListingActions extends Pick<ListingNavigation, 'openFolder' | 'visit' | 'search' | 'clearCache'> {
  /** After the first rendering: reads this device's display settings and follows the browser's history. */
  settle(): void;
  sort(order: SortOrder): void;
  /** Null leaves the large views. */
  show(view: ViewType | null): void;
  /** Shows one kind, or all. */
  narrow(kind: KindChoice): void;
  pinFolders(isOn: boolean): void;
  storePosition: ScrollRestoration['storeSoon'];
  more: ListingReader['more'];
  /** Reads the shown rows again; keeps selection and position. @param atLeast  rows to read, where there are so many */
  refresh(atLeast?: number): Promise<void>;
  /** After a failure: shows the loading state. */
  retry(): Promise<void>;
}

export interface ListingDeps {
  readonly state: DriveState;
  readonly api: DriveApi;
  readonly browser: BrowserApi;
  readonly translator: () => Translator;
  readonly display: DisplayActions;
}

export function makeListingActions({ state, api, browser, translator, display }: ListingDeps): ListingActions {
  const scroll = makeScrollRestoration(state, browser);
  const reader = makeListingReader({ state, api, browser, translator, isRestoring: scroll.isRestoring });
  const navigation = makeListingNavigation({ state, browser, translator, display, reader, scroll });
  const retry = () => reader.reload({ wanted: PAGE_ROWS, isQuiet: false });

  return {
    openFolder: navigation.openFolder,
    visit: navigation.visit,
    search: navigation.search,
    clearCache: navigation.clearCache,
    settle() {
      if (display.settle() && !isGathered(state.place.value)) void retry();
      navigation.start();
    },
    sort(order) {
      if (order === state.order.value) return;
      display.chooseOrder(order);
      navigation.clearCache();
      navigation.restart();
    },
    show(view) {
      display.chooseView(view);
      browser.replace(hrefOf(state), entryOf(state, browser.scrollPosition()));
    },
    narrow(kind) {
      state.kind.value = kind;
      state.at.value = '';
      state.selection.value = NOTHING_SELECTED;
      navigation.restart();
    },
    pinFolders(isOn) {
      display.pinFolders(isOn);
      navigation.clearCache();
      navigation.restart();
    },
    storePosition: scroll.storeSoon,
    more: reader.more,
    refresh: (atLeast = 0) => reader.reload({ wanted: Math.max(state.rows.value.length, atLeast), isQuiet: true }),
    retry,
  };
}
