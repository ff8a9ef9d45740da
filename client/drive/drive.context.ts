/** The drive of one document: state, actions and transfers, made once by client/scope.ts and shared by its islands. */

import type { ComponentType } from 'react';
import type { AccessContext } from '#client/access/index.ts';
import type { ApiClient } from '#client/api/client.ts';
import type { EventHub } from '#client/api/events.ts';
import type { ServerClock } from '#client/api/server-clock.ts';
import type { RetryWait } from '#client/api/waits.ts';
import type { LocalStore } from '#client/browser-storage/local.ts';
import { makeDownloadState } from '#client/transfer/download/download.state.ts';
import { type LateDownloads, makeLateDownloads } from '#client/transfer/download/late-downloads.ts';
import { type LateUploads, makeLateUploads } from '#client/transfer/upload/late-uploads.ts';
import type { PickedEntry } from '#client/transfer/upload/picked.ts';
import type { SharedRow } from '#shared/drive/rows.ts';
import type { AskMarks } from '#shared/drive/shared-mark.ts';
import { shownPath } from '#shared/drive/shown-name.ts';
import type { PageFacts } from '#shared/islands.ts';
import { makeTranslator, type Translator } from '#shared/locale/translator.ts';
import { type BrowserApi, makeBrowserApi } from './browser-api.ts';
import { makePacedRefresh } from './changes/paced-refresh.ts';
import { type DriveActions, makeDriveActions } from './drive.actions.ts';
import { type DriveState, makeDriveState } from './drive.state.ts';
import type { Live } from './live/live.ts';
import type { FindLinks } from './sharing/found-link.ts';
import type { LinkCopier } from './sharing/link-copier.ts';

/** The dialog that creates links; passed in, because sharing is a feature to the right. */
export type ShareDialog = ComponentType<{
  rows: readonly SharedRow[];
  isCopyRefused?: boolean;
  isAlbum?: boolean;
  onClose: () => void;
}>;

/** A dialog of a feature to the right that uses nothing of the drive. */
export type PlainDialog = ComponentType<{ onClose: () => void }>;

/** Parts of the document that the drive uses beside the request client. */
export interface DriveDocument {
  readonly facts: Pick<PageFacts, 'clientId' | 'access'>;
  readonly store: LocalStore;
  readonly events: EventHub;
  /** Loads the region check; null where there is nothing to check. */
  readonly access: () => Promise<AccessContext | null>;
  readonly layout: () => Promise<{ showSidebar(): void }>;
}

export interface DriveContext {
  readonly document: DriveDocument;
  /** Whose drive it is; '' in tests. */
  readonly userId: string;
  /** The client for the user's calls. */
  readonly api: ApiClient;
  readonly state: DriveState;
  readonly actions: DriveActions;
  readonly browser: BrowserApi;
  readonly uploads: LateUploads;
  readonly downloads: LateDownloads;
  readonly loadShareDialog: () => Promise<ShareDialog>;
  readonly loadFeedbackDialog: () => Promise<PlainDialog>;
  readonly askMarks: AskMarks;
  readonly findLinks: FindLinks;
  /** Starts live updates, once a document. */
  watch(): void;
  /** The user signed in again on this page. */
  rejoin(): void;
  /** The user has signed out: the page hides the files. */
  end(): void;
  /** Uploads files into the open folder; from a listing without one into the root, from the trash not at all. */
  upload(picked: readonly PickedEntry[]): void;
  /** Sets the translator of messages outside views. Islands call it once. */
  setTranslator(translator: Translator): void;
  /** The one that `setTranslator` stored. */
  translator(): Translator;
}

export interface DriveContextParts {
  readonly document: DriveDocument;
  readonly loadShareDialog: () => Promise<ShareDialog>;
  readonly loadLinkCopier: () => Promise<LinkCopier>;
  readonly askMarks: AskMarks;
  readonly findLinks: FindLinks;
  readonly loadFeedbackDialog: () => Promise<PlainDialog>;
  readonly browser?: BrowserApi;
  /** Whose drive it is; '' in tests. */
  readonly userId?: string;
  /** The server's clock, for shown dates. */
  readonly clock?: Pick<ServerClock, 'watch'>;
}

/** Waits of a second or more are shown; shorter ones end before the user can read them. */
const NOTICED_MS = 1_000;

/** Same width as frame.css: on a phone nothing opens over the list by itself. */
export const isPhone = () => matchMedia('(max-width: 768px)').matches;

export function makeDriveContext(api: ApiClient, parts: DriveContextParts): DriveContext {
  const state = makeDriveState();
  const { transfers } = state;
  let translator = makeTranslator('en-US', {});
  const browser = parts.browser ?? makeBrowserApi(parts.userId ?? '');
  const downloads: LateDownloads = makeLateDownloads({
    state: makeDownloadState(),
    load: async () => {
      const { makeDownloadEngine } = await import('#client/transfer/download/engine.ts');
      return makeDownloadEngine(api, parts.userId ?? '', downloads, browser, () => {
        const panel = transfers.peek();
        if (panel) panel.isOpen.value = true;
      });
    },
    canChoose: () => 'showDirectoryPicker' in globalThis,
    onUnable: (rows) => void actions.change.zip(rows.map(({ id }) => id)),
    onFailure: (error) => actions.toasts.showFailure(error),
  });
  const actions: DriveActions = makeDriveActions({
    state,
    client: api,
    browser,
    translator: () => translator,
    save: downloads.save,
    loadLinkCopier: parts.loadLinkCopier,
  });
  parts.clock?.watch((ms) => {
    state.serverTimeMs.value = ms;
  });
  let isWatching = false;
  let live: Live | null = null;
  const isNoticed = (waiting: RetryWait) => waiting.untilMs - waiting.sinceMs >= NOTICED_MS;
  api.waits.watch((waits) => {
    state.waiting.value = waits.filter(isNoticed).toSorted((a, b) => a.untilMs - b.untilMs)[0] ?? null;
  });
  /** Once nothing is dragged: rows stay where they are under the pointer. */
  const refreshStill = async () => {
    await new Promise<void>((resolve) => {
      const stop = state.dragging.subscribe((isDragging) => {
        if (!isDragging) queueMicrotask(() => resolve(stop()));
      });
    });
    await actions.change.refreshAll();
  };
  const paced = makePacedRefresh({ ...browser, refresh: refreshStill });
  const onLanded = () => void paced.request();
  /** The changes of a burst come from this window for the most part, which refreshes after them anyway. */
  const refreshLive = () => (transfers.peek()?.isBusy.peek() || paced.isDue() ? paced.request() : refreshStill());
  const nameOf = (id: string) =>
    shownPath(state.path.value, translator).find((crumb) => crumb.id === id)?.name ??
    state.rows.value.find((row) => row.id === id)?.name ??
    translator.t('ui.sidebar.all_files');
  const { nowMs, after } = browser;
  const uploads = makeLateUploads(async () => {
    const { makeEngine, makeTransferState } = await import('#client/transfer/upload/engine.ts');
    // On a phone nothing opens over the list by itself.
    const made = makeTransferState(!isPhone());
    transfers.value = made;
    return makeEngine(api, parts.userId ?? '', {
      state: made,
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
    userId: parts.userId ?? '',
    api,
    state,
    actions,
    browser,
    uploads,
    downloads,
    loadShareDialog: parts.loadShareDialog,
    loadFeedbackDialog: parts.loadFeedbackDialog,
    askMarks: parts.askMarks,
    findLinks: parts.findLinks,
    rejoin: () => {
      live?.rejoin();
      if ((transfers.peek()?.list.totals().signedOut ?? 0) > 0) uploads.retryAll('signed_out');
      for (const { id, problem } of downloads.items.value)
        if (problem === 'signed_out') downloads.run((engine) => engine.resume(id));
    },
    end: () => {
      parts.document.events.fire('close-video-player', {});
      parts.document.events.fire('close-picture-player', {});
      state.rows.value = [];
      state.hasLeft.value = true;
    },
    watch: () => {
      if (isWatching) return;
      isWatching = true;
      void import('./live/watch-live.ts').then(({ watchLive }) => {
        live = watchLive(api, browser, state, {
          refreshAll: refreshLive,
          announce: (message) => actions.change.announce(message),
        });
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
  if (!makeCurrent) throw new Error('no context');
  return makeCurrent();
}
