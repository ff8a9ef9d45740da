/**
 * Runs named actions in the drive. Loaded when the address or a pressed link contains one.
 * A user whose session has ended signs in first; then the same action continues, unless it has expired.
 * Source: spec section 4 ("Named app actions"), section 6 (login-required actions), trust.md hazard 7.
 */
import { ApiError } from '#client/api/errors.ts';
import type { FileObject } from '#shared/drive/model.ts';
import { listingHref } from '#shared/drive/places.ts';
import { rowOf } from '#shared/drive/rows.ts';
import { ACTIONS, type ActionName, actionOf, idsOf } from '#shared/navigation/actions.ts';
import { href } from '#shared/routes.ts';
import type { BrowserApi } from '../browser-api.ts';
import type { DriveActions } from '../drive.actions.ts';
import type { DriveApi } from '../drive.api.ts';
import type { Crumb, DialogName, DriveState } from '../drive.state.ts';
import { opensInPage } from '../listing/listing-entry.ts';

type NamedActionMessage = 'drive.file.gone' | 'drive.file.trashed' | 'drive.file.far' | 'drive.late';

export interface NamedActionDeps {
  readonly state: DriveState;
  readonly actions: DriveActions;
  readonly browser: Pick<BrowserApi, 'go' | 'nowMs'>;
  readonly api: Pick<DriveApi, 'detail' | 'measure'>;
  readonly text: (key: NamedActionMessage) => string;
  /** This browser has a record of credentials: the user is signed in. */
  readonly isSignedIn: () => boolean;
  /** Opens the login dialog where the session has ended. @throws ApiError unauthenticated */
  readonly ensureSession: () => Promise<unknown>;
  /** The path of the folder the user last opened on this device. */
  readonly storedPath: () => readonly Crumb[];
  /** Id of the file that the viewer showed last on this device; null for none. */
  readonly storedPreview: () => string | null;
  readonly showSidebar: () => void;
  /** Stores in this browser that the window of an activity was shown. */
  readonly storeShown: (id: string) => void;
  /** Scrolls to a row and focuses it, once it is drawn. @param index  in the list */
  readonly reveal: (id: string, index: number) => void;
  readonly log?: (...parts: readonly unknown[]) => void;
}

/** 10 min: after a longer sign-in the user no longer expects the action. */
export const ACTION_TTL_MS = 10 * 60_000;

/** Most rows that are read to find a file in a list. */
const FAR_ROWS = 5_000;

/** The dialog that an action opens. Actions of features that this drive lacks are ignored. */
const DIALOG_OF: Partial<Record<ActionName, DialogName>> = {
  create_task: 'links',
  show_storage_dialog: 'storage',
  open_feedback: 'feedback',
  show_beginner_dialog: 'guide',
  store_received: 'received',
};

/** Dialogs of an installation that sells; elsewhere their actions are ignored. */
const SALES_DIALOG_OF: Partial<Record<ActionName, DialogName>> = {
  show_traffic_dialog: 'traffic',
  open_redeem_box: 'redeem',
};

/** @param query  the action and its parameters, as in an address */
export async function runAction(query: URLSearchParams, ports: NamedActionDeps): Promise<void> {
  const { state, actions, browser, log = console.warn } = ports;
  const name = actionOf(query.get('action'));
  if (name === null) {
    log('unknown action', query.get('action'));
    return;
  }
  const { needsPerson, way: target } = ACTIONS[name];
  const startedMs = browser.nowMs();
  try {
    if (needsPerson && !ports.isSignedIn()) {
      await ports.ensureSession();
      if (browser.nowMs() - startedMs > ACTION_TTL_MS) {
        log('the action has expired', name);
        actions.toasts.show(ports.text('drive.late'));
        return;
      }
    }
    // Where operators closed invitations, their page says so.
    const page =
      name === 'show_task' ? taskHref(idsOf(query)) : name === 'show_invite_dialog' ? href('site.referral') : '';
    if (page !== '') {
      browser.go(page);
      return;
    }
    if (name === 'show_activity_dialog' || name === 'show_popup_window') {
      showActivity(name, ports);
      return;
    }
    const dialog = DIALOG_OF[name] ?? (state.sells.value ? SALES_DIALOG_OF[name] : undefined);
    if (dialog) actions.ask({ kind: 'named-action', name: dialog });
    else if (target === 'frame') ports.showSidebar();
    else if (target === 'search') actions.listing.search((query.get('q') ?? '').trim());
    else if (target === 'files') await runOnFiles(name, idsFor(name, query, ports), ports);
  } catch (error) {
    actions.toasts.showFailure(error);
    // The list is replaced by the sign-in message; a dialog over it would show nothing.
    if (state.status.value === 'ended') actions.ask(null);
  }
}

/** A window that comes by itself comes once in a browser; a link shows it again. Without a running activity nothing opens. */
function showActivity(
  name: 'show_activity_dialog' | 'show_popup_window',
  { state, actions, storeShown }: NamedActionDeps,
): void {
  const activity = state.activity.value;
  if (activity === null || (name === 'show_popup_window' && !activity.isNew)) return;
  if (activity.isNew) storeShown(activity.id);
  state.activity.value = { ...activity, isNew: false };
  actions.ask({ kind: 'named-action', name: 'activity' });
}

/** Without an id, `open_file` opens the file that the viewer showed last on this device. */
function idsFor(name: ActionName, query: URLSearchParams, { storedPreview }: NamedActionDeps): readonly string[] {
  const ids = idsOf(query);
  const last = storedPreview();
  return ids.length === 0 && name === 'open_file' && last !== null ? [last] : ids;
}

/** The page of tasks, with the first of these marked. */
function taskHref([id]: readonly string[]): string {
  return id === undefined ? href('drive.tasks') : `${href('drive.tasks')}?task=${id}#task-${id}`;
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && /^(file_not_found|not_found|file_in_recycle_bin)$/.test(error.errorName);
}

/** @returns the files that exist, in the order given. @throws ApiError when a call failed for another reason */
async function filesOf(ids: readonly string[], api: NamedActionDeps['api']): Promise<readonly FileObject[]> {
  const files = await Promise.all(
    ids.map((id) =>
      api.detail(id).catch((error: unknown) => {
        if (isGone(error)) return null;
        throw error;
      }),
    ),
  );
  return files.filter((file) => file !== null);
}

async function runOnFiles(name: ActionName, ids: readonly string[], ports: NamedActionDeps): Promise<void> {
  const { actions, state, text } = ports;
  const files = await filesOf(ids, ports.api);
  const [first] = files.filter((file) => !file.trashed);
  if (!first) {
    if (ids.length > 0) actions.toasts.show(text(files.length > 0 ? 'drive.file.trashed' : 'drive.file.gone'));
    return;
  }
  if (name === 'move_files') {
    actions.ask({ kind: 'pick', mode: 'move', rows: files.filter((file) => !file.trashed).map(rowOf) });
    return;
  }
  const isFolder = first.kind === 'drive#folder';
  // `open_file` opens a folder; other actions show it in its parent.
  const opensFolder = isFolder && name === 'open_file';
  const path = await pathOf(first, ports);
  const folderId = opensFolder ? first.id : first.parent_id;
  const folderPath = opensFolder ? [...path, { id: first.id, name: first.name }] : path;
  if (!opensInPage(state.place.value)) {
    const query = new URLSearchParams({ action: name, ids: ids.join() });
    ports.browser.go(`${listingHref({ place: 'all', folderId, query: '' })}?${query}`);
    return;
  }
  const isHere = () =>
    state.place.value === 'all' && state.folderId.value === folderId && state.status.value === 'ready';
  if (!isHere()) await actions.listing.visit(folderId, folderPath);
  if (opensFolder || !isHere()) return;
  const isShown = () => state.rows.value.some(({ id }) => id === first.id);
  // The file is newer than the list, or further down in it.
  if (!isShown()) await actions.listing.refresh(FAR_ROWS);
  const shown = state.rows.value;
  const marked = name === 'open_file' ? [first.id] : files.map(({ id }) => id);
  const there = marked.filter((id) => shown.some((row) => row.id === id));
  if (!there.includes(first.id)) {
    if (name === 'open_file') actions.handlers.openFile(first.id);
    else actions.toasts.show(text('drive.file.far'));
    return;
  }
  state.selection.value = { ids: new Set(there), anchor: first.id };
  ports.reveal(
    first.id,
    shown.findIndex((row) => row.id === first.id),
  );
  if (name === 'open_file') actions.handlers.openFile(first.id);
}

/** The folders above a file. Where the call fails, the stored path is used if it contains the parent. */
async function pathOf(file: FileObject, { api, storedPath }: NamedActionDeps): Promise<readonly Crumb[]> {
  if (file.parent_id === '') return [];
  try {
    return (await api.measure(file.id)).path;
  } catch (error) {
    const stored = storedPath();
    const at = stored.findIndex(({ id }) => id === file.parent_id);
    if (at < 0) throw error;
    return stored.slice(0, at + 1);
  }
}
