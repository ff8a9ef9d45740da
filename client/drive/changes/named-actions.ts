/**
 * Runs named actions in the drive. Loaded when the address or a pressed link asks for one.
 * Whoever is not signed in any more is asked to; then the same action goes on, unless too much time has passed.
 * Source: spec section 4 ("Named app actions"), section 6 (login-required actions), trust.md hazard 7.
 */
import { ApiError } from '#client/api/errors.ts';
import type { FileObject } from '#shared/drive/model.ts';
import { listingHref } from '#shared/drive/places.ts';
import { rowOf } from '#shared/drive/rows.ts';
import { ACTIONS, type ActionName, actionOf, idsOf } from '#shared/navigation/actions.ts';
import type { BrowserApi } from '../browser-api.ts';
import type { DriveActions } from '../drive.actions.ts';
import type { DriveApi } from '../drive.api.ts';
import type { Crumb, DoorName, DriveState } from '../drive.state.ts';
import { opensInPage } from '../listing/listing-entry.ts';

type DoorWord = 'drive.file.gone' | 'drive.file.trashed' | 'drive.file.far' | 'drive.late';

export interface DoorPorts {
  readonly state: DriveState;
  readonly actions: DriveActions;
  readonly browser: Pick<BrowserApi, 'go' | 'nowMs'>;
  readonly api: Pick<DriveApi, 'detail' | 'measure'>;
  readonly text: (key: DoorWord) => string;
  /** The record of credentials stands: nobody needs to be asked. */
  readonly isKnown: () => boolean;
  /** Makes sure of the session, by the login dialog where it is over. @throws ApiError unauthenticated */
  readonly knock: () => Promise<unknown>;
  /** The way a person was last in, as kept on this device. */
  readonly keptWay: () => readonly Crumb[];
  readonly showSidebar: () => void;
  /** Scrolls to a thing and gives it the focus, once it is drawn. @param index  in the list */
  readonly reveal: (id: string, index: number) => void;
  readonly log?: (...words: readonly unknown[]) => void;
}

/** Signing in may take a while; past this nobody remembers what it was for. Ms. */
export const WISH_LIFE_MS = 10 * 60_000;

/** How far a list is read on for one thing in it. */
const FAR_ROWS = 5_000;

/** Which dialog an action opens. An action of a feature that this drive lacks is not here: it is ignored without a word. */
const DOOR_OF: Partial<Record<ActionName, DoorName>> = {
  create_task: 'upload',
  show_storage_dialog: 'storage',
  open_feedback: 'feedback',
  show_beginner_dialog: 'guide',
};

/** @param query  the action and what it needs, as in an address */
export async function runAction(query: URLSearchParams, ports: DoorPorts): Promise<void> {
  const { state, actions, browser, log = console.warn } = ports;
  const name = actionOf(query.get('action'));
  if (name === null) {
    log('unknown action', query.get('action'));
    return;
  }
  const { needsPerson, way } = ACTIONS[name];
  const askedMs = browser.nowMs();
  try {
    if (needsPerson && !ports.isKnown()) {
      await ports.knock();
      if (browser.nowMs() - askedMs > WISH_LIFE_MS) {
        log('the action has expired', name);
        actions.toasts.show(ports.text('drive.late'));
        return;
      }
    }
    const door = DOOR_OF[name];
    if (door) actions.ask({ kind: 'door', door });
    else if (way === 'frame') ports.showSidebar();
    else if (way === 'search') actions.listing.search((query.get('q') ?? '').trim());
    else if (way === 'files') await runOnFiles(name, idsOf(query), ports);
  } catch (error) {
    actions.toasts.showFailure(error);
    // What was refused shows in place of the files; a dialog over it would be about nothing.
    if (state.status.value === 'ended') actions.ask(null);
  }
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && /^(file_not_found|not_found|file_in_recycle_bin)$/.test(error.errorName);
}

/** The files that are there, in the order given. @throws ApiError when the server could not be asked */
async function filesOf(ids: readonly string[], api: DoorPorts['api']): Promise<readonly FileObject[]> {
  const asked = await Promise.all(
    ids.map((id) =>
      api.detail(id).catch((error: unknown) => {
        if (isGone(error)) return null;
        throw error;
      }),
    ),
  );
  return asked.filter((file) => file !== null);
}

async function runOnFiles(name: ActionName, ids: readonly string[], ports: DoorPorts): Promise<void> {
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
  // A folder that is to be opened is gone into; one that is to be marked is shown where it lies.
  const goesIn = isFolder && name === 'open_file';
  const path = await pathOf(first, ports);
  const folderId = goesIn ? first.id : first.parent_id;
  const way = goesIn ? [...path, { id: first.id, name: first.name }] : path;
  if (!opensInPage(state.place.value)) {
    const query = new URLSearchParams({ action: name, ids: ids.join() });
    ports.browser.go(`${listingHref({ place: 'all', folderId, query: '' })}?${query}`);
    return;
  }
  const isHere = () =>
    state.place.value === 'all' && state.folderId.value === folderId && state.status.value === 'ready';
  if (!isHere()) await actions.listing.visit(folderId, way);
  if (goesIn || !isHere()) return;
  const isShown = () => state.rows.value.some(({ id }) => id === first.id);
  // It may have come since the list was read, or stand further down.
  if (!isShown()) await actions.listing.refresh(FAR_ROWS);
  const shown = state.rows.value;
  const marked = name === 'open_file' ? [first.id] : files.map(({ id }) => id);
  const there = marked.filter((id) => shown.some((row) => row.id === id));
  if (!there.includes(first.id)) {
    actions.toasts.show(text('drive.file.far'));
    if (name === 'open_file') actions.details.show([rowOf(first)], 'file');
    return;
  }
  state.selection.value = { ids: new Set(there), anchor: first.id };
  ports.reveal(
    first.id,
    shown.findIndex((row) => row.id === first.id),
  );
  if (name === 'open_file') actions.handlers.openFile(first.id);
}

/** The folders above a file. Where the server cannot tell now, the way that was kept serves if it leads there. */
async function pathOf(file: FileObject, { api, keptWay }: DoorPorts): Promise<readonly Crumb[]> {
  if (file.parent_id === '') return [];
  try {
    return (await api.measure(file.id)).path;
  } catch (error) {
    const kept = keptWay();
    const at = kept.findIndex(({ id }) => id === file.parent_id);
    if (at < 0) throw error;
    return kept.slice(0, at + 1);
  }
}
