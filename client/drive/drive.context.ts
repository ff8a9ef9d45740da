/**
 * The drive of one document: state, actions and uploads, made once and shared by its islands. Made by client/scope.ts.
 */

import type { ComponentType } from 'react';
import type { AccessContext } from '#client/access/access.context.ts';
import type { ApiClient } from '#client/api/client.ts';
import type { ServerClock } from '#client/api/server-clock.ts';
import type { RetryWait } from '#client/api/waits.ts';
import type { LocalStore } from '#client/browser-storage/local.ts';
import { makeDownloadState } from '#client/transfer/download/download.state.ts';
import { type LateDownloads, makeLateDownloads } from '#client/transfer/download/late-downloads.ts';
import { type LateUploads, makeLateUploads } from '#client/transfer/upload/late-uploads.ts';
import type { PickedEntry } from '#client/transfer/upload/picked.ts';
import { makeTransferState, type TransferState } from '#client/transfer/upload/upload.state.ts';
import type { DriveRow } from '#shared/drive/rows.ts';
import { shownPath } from '#shared/drive/shown-name.ts';
import type { PageFacts } from '#shared/islands.ts';
import { makeTranslator, type Translator } from '#shared/locale/translator.ts';
import { type BrowserApi, makeBrowserApi } from './browser-api.ts';
import { type DriveActions, makeDriveActions } from './drive.actions.ts';
import { type DriveState, makeDriveState } from './drive.state.ts';
import type { Live } from './live/live.ts';

/** The dialog that makes links; it belongs to a feature on the right, so it is handed in. */
export type ShareDialog = ComponentType<{
  rows: readonly DriveRow[];
  onClose: () => void;
}>;

/** A dialog of a feature on the right that needs nothing of the drive. */
export type PlainDialog = ComponentType<{ onClose: () => void }>;

/** What the drive uses of its document beside the request client. */
export interface DriveDocument {
  readonly facts: Pick<PageFacts, 'clientId' | 'access'>;
  readonly store: LocalStore;
  /** Loads the region check; null where there is nothing to check. */
  readonly access: () => Promise<AccessContext | null>;
  readonly layout: () => Promise<{ showSidebar(): void }>;
}

export interface DriveContext {
  readonly document: DriveDocument;
  /** Calls of the person of this page. */
  readonly api: ApiClient;
  readonly state: DriveState;
  readonly actions: DriveActions;
  readonly browser: BrowserApi;
  readonly transfers: TransferState;
  readonly uploads: LateUploads;
  readonly downloads: LateDownloads;
  readonly loadShareDialog: () => Promise<ShareDialog>;
  readonly loadFeedbackDialog: () => Promise<PlainDialog>;
  /** From now on changes made elsewhere show by themselves. Once a document. */
  watch(): void;
  /** Somebody signed in again on this page. */
  rejoin(): void;
  /** The person of the page has signed out: their files are shown no more. */
  end(): void;
  /** Puts what was picked into the folder that is open; from a listing without one into the first of all, from the trash nowhere. */
  upload(picked: readonly PickedEntry[]): void;
  /** The page's words, for news that no view writes. Islands tell them once. */
  setTranslator(translator: Translator): void;
  /** As they were told. */
  translator(): Translator;
}

export interface DriveContextParts {
  readonly document: DriveDocument;
  readonly loadShareDialog: () => Promise<ShareDialog>;
  readonly loadFeedbackDialog: () => Promise<PlainDialog>;
  readonly browser?: BrowserApi;
  /** Whose drive it is; '' in tests. */
  readonly userId?: string;
  /** Tells the time of the server, for dates that are shown. */
  readonly clock?: Pick<ServerClock, 'watch'>;
}

/** A wait of a second or more is told; the short ones are over before anybody could read it. */
const NOTICED_MS = 1_000;
/** Many small files land one after the other: one refresh serves those of this long. */
const LANDED_MS = 600;

/** As frame.css: here nothing opens over the list by itself. */
export const isPhone = () => matchMedia('(max-width: 768px)').matches;

export function makeDriveContext(api: ApiClient, parts: DriveContextParts): DriveContext {
  const state = makeDriveState();
  const transfers = makeTransferState();
  let translator = makeTranslator('en-US', {});
  const browser = parts.browser ?? makeBrowserApi(parts.userId ?? '');
  const downloads: LateDownloads = makeLateDownloads({
    state: makeDownloadState(),
    load: async () => {
      const { makeDownloadEngine } = await import('#client/transfer/download/engine.ts');
      return makeDownloadEngine(api, parts.userId ?? '', downloads, browser, () => {
        transfers.isOpen.value = true;
      });
    },
    canChoose: () => 'showDirectoryPicker' in globalThis,
    onUnable: () => actions.toasts.show(translator.t('drive.download.unable')),
    onFailure: (error) => actions.toasts.showFailure(error),
  });
  const actions: DriveActions = makeDriveActions({
    state,
    client: api,
    browser,
    translator: () => translator,
    save: downloads.save,
  });
  let isRefreshDue = false;
  parts.clock?.watch((ms) => {
    state.serverTimeMs.value = ms;
  });
  let isWatching = false;
  let live: Live | null = null;
  const isNoticed = (waiting: RetryWait) => waiting.untilMs - waiting.sinceMs >= NOTICED_MS;
  api.waits.watch((waits) => {
    state.waiting.value = waits.filter(isNoticed).toSorted((a, b) => a.untilMs - b.untilMs)[0] ?? null;
  });
  function onLanded(): void {
    if (isRefreshDue) return;
    isRefreshDue = true;
    browser.after(LANDED_MS, () => {
      isRefreshDue = false;
      void actions.change.refreshAll();
    });
  }
  const nameOf = (id: string) =>
    shownPath(state.path.value, translator).find((crumb) => crumb.id === id)?.name ??
    translator.t('ui.sidebar.all_files');
  const { nowMs, after } = browser;
  const uploads = makeLateUploads(async () => {
    const { makeEngine } = await import('#client/transfer/upload/engine.ts');
    return makeEngine(api, parts.userId ?? '', {
      state: transfers,
      nowMs,
      after,
      onOnline: browser.onOnline,
      onLanded,
      mayUnfold: () => !isPhone(),
      decide: (picked, id) => actions.conflicts.ofPicked(picked, { id, name: nameOf(id) }).catch(() => picked),
    });
  }, actions.toasts.showFailure);
  return {
    document: parts.document,
    api,
    state,
    actions,
    browser,
    transfers,
    uploads,
    downloads,
    loadShareDialog: parts.loadShareDialog,
    loadFeedbackDialog: parts.loadFeedbackDialog,
    rejoin: () => {
      live?.rejoin();
      if (transfers.items.value.some(({ problem }) => problem === 'signed_out')) uploads.retryAll('signed_out');
      for (const { id, problem } of downloads.items.value)
        if (problem === 'signed_out') downloads.run((engine) => engine.resume(id));
    },
    end: () => {
      state.rows.value = [];
      state.hasLeft.value = true;
    },
    watch: () => {
      if (isWatching) return;
      isWatching = true;
      void import('./live/watch-live.ts').then(({ watchLive }) => {
        live = watchLive(api, browser, state, () => actions.change.refreshAll());
      });
    },
    upload: (picked) => {
      const place = state.place.value;
      if (place !== 'trash') uploads.add(picked, place === 'all' ? state.folderId.value : '');
    },
    setTranslator: (next) => {
      translator = next;
    },
    translator: () => translator,
  };
}

let makeCurrent: (() => DriveContext) | null = null;

/** Called once a document, before any island renders. @param make  returns the same context each time */
export function provideDrive(make: () => DriveContext): void {
  makeCurrent = make;
}

/** The drive of this document. @throws Error before `provideDrive` */
export function driveContext(): DriveContext {
  if (!makeCurrent) throw new Error('an island was rendered before its document was started');
  return makeCurrent();
}
