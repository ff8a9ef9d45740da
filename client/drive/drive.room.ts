/**
 * The drive of one document: state, actions and uploads, made once and shared by its islands. Made by client/scope.ts.
 */
import type { ComponentType } from 'react';
import type { ApiClient } from '#client/api/client.ts';
import type { Waiting } from '#client/api/waits.ts';
import { type LateUploads, makeLateUploads } from '#client/transfer/late-uploads.ts';
import type { Picked } from '#client/transfer/picked.ts';
import { makeTransferState, type TransferState } from '#client/transfer/transfer.state.ts';
import type { DriveRow } from '#shared/drive/rows.ts';
import { makeTranslator, type Translator } from '#shared/locale/translator.ts';
import { type DriveActions, makeDriveActions } from './drive.actions.ts';
import { type DriveState, makeDriveState } from './drive.state.ts';
import { browserPage, type DrivePage } from './page-port.ts';

/** The dialog that makes links; it belongs to a feature on the right, so it is handed in. */
export type ShareDialog = ComponentType<{
  rows: readonly DriveRow[];
  onClose: () => void;
}>;

export interface DriveRoom {
  readonly state: DriveState;
  readonly actions: DriveActions;
  readonly transfers: TransferState;
  readonly uploads: LateUploads;
  readonly loadShareDialog: () => Promise<ShareDialog>;
  /** Puts what was picked into the folder that is open; nothing in the trash. */
  upload(picked: readonly Picked[]): void;
  /** The page's words, for news that no view writes. Islands tell them once. */
  speak(translator: Translator): void;
}

export interface DriveRoomParts {
  readonly loadShareDialog: () => Promise<ShareDialog>;
  readonly page?: DrivePage;
}

/** A wait of a second or more is told; the short ones are over before anybody could read it. */
const NOTICED_MS = 1_000;
/** Many small files land one after the other: one refresh serves those of this long. */
const LANDED_MS = 600;

export function makeDriveRoom(api: ApiClient, parts: DriveRoomParts): DriveRoom {
  const state = makeDriveState();
  const transfers = makeTransferState();
  let translator = makeTranslator('en-US', {});
  const page = parts.page ?? browserPage();
  const actions = makeDriveActions({ state, client: api, page, words: () => translator });
  let isRefreshDue = false;
  const isNoticed = (waiting: Waiting) => waiting.untilMs - waiting.sinceMs >= NOTICED_MS;
  api.waits.watch((waits) => {
    state.waiting.value = waits.filter(isNoticed).toSorted((a, b) => a.untilMs - b.untilMs)[0] ?? null;
  });
  function onLanded(): void {
    if (isRefreshDue) return;
    isRefreshDue = true;
    page.after(LANDED_MS, () => {
      isRefreshDue = false;
      void actions.change.refreshAll();
    });
  }
  const { nowMs, after } = page;
  const uploads = makeLateUploads(async () => {
    const { makeEngine } = await import('#client/transfer/engine.ts');
    return makeEngine(api, { state: transfers, nowMs, after, onLanded });
  }, actions.toasts.sayFailure);
  return {
    state,
    actions,
    transfers,
    uploads,
    loadShareDialog: parts.loadShareDialog,
    upload: (picked) => {
      if (state.place.value === 'all') uploads.add(picked, state.folderId.value);
    },
    speak: (words) => {
      translator = words;
    },
  };
}
