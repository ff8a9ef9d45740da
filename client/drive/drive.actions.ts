/** Everything the user can do in the drive, in one object: listing, changes, selection, dialogs and menus. */
import type { ApiClient } from '#client/api/client.ts';
import { lateCalls } from '#client/api/late-part.ts';
import { withTexts } from '#client/ui/later-texts.ts';
import type { DriveRow } from '#shared/drive/rows.ts';
import { FILE_SCHEME } from '#shared/drive/torrent/file-address.ts';
import type { Translator } from '#shared/locale/translator.ts';
import { href } from '#shared/routes.ts';
import type { BrowserApi } from './browser-api.ts';
import { makeBrowserHandlers } from './browser-handlers.ts';
import type { BrowserHandlers } from './browser-model.ts';
import type { ArchiveApi } from './changes/archive.api.ts';
import type { ChangeActions } from './changes/change.actions.ts';
import type { ConflictActions } from './changes/conflict.actions.ts';
import { makeUndoActions, type UndoActions } from './changes/undo.actions.ts';
import { type DetailsActions, makeDetailsActions } from './details/details.actions.ts';
import type { VersionActions } from './details/versions.actions.ts';
import type { DriveApi, ListPage } from './drive.api.ts';
import { allowedActions, type DriveAction } from './drive.can.ts';
import type { DriveDialog, DriveState } from './drive.state.ts';
import { makeDisplayActions } from './listing/display.actions.ts';
import { type ListingActions, makeListingActions } from './listing/listing.actions.ts';
import { makeSelectAllActions } from './listing/select-all.actions.ts';
import type { CopyLinkActions } from './sharing/copy-link.actions.ts';
import type { LinkCopier } from './sharing/link-copier.ts';
import { beginCopy } from './sharing/pending-copy.ts';
import { makeToastActions, type ToastActions } from './toasts/toast.actions.ts';

export interface DriveActions {
  readonly handlers: BrowserHandlers;
  readonly listing: ListingActions;
  readonly change: ChangeActions;
  readonly toasts: ToastActions;
  readonly undo: UndoActions;
  readonly details: DetailsActions;
  /** Loaded at the first call. */
  readonly links: Pick<CopyLinkActions, 'copyLinkQuietly' | 'playerLinkOf' | 'turnOffLinks'>;
  /** Loaded at the first call. */
  readonly conflicts: ConflictActions;
  readonly versions: VersionActions;
  /** Runs an action on the given rows, where it is allowed. */
  run(action: DriveAction, rows: readonly DriveRow[]): void;
  ask(dialog: DriveDialog | null): void;
  /** Folders inside a folder, by name: for choosing one. */
  folders(parentId: string, pageToken: string): Promise<ListPage>;
  closeMenu(): void;
  /** After the first rendering: loads the calls, which a page that is left cannot wait for. They are among its first files. */
  warmCalls(): void;
  /** Loads the code of changes ahead of the first one. */
  warmChanges(): void;
}

export interface ActionDeps {
  readonly state: DriveState;
  readonly client: ApiClient;
  readonly browser: BrowserApi;
  readonly translator: () => Translator;
  /** Replaces the calls in tests. */
  readonly api?: DriveApi & ArchiveApi;
  readonly loadLinkCopier: () => Promise<LinkCopier>;
  /** Downloads into a folder of the device, where the user chooses one. @param singly  lets the browser download one by one */
  readonly save?: (rows: readonly DriveRow[], singly: () => unknown) => void;
}

type SharedDeps = Pick<ActionDeps, 'state' | 'browser' | 'translator'> & {
  readonly api: DriveApi;
  readonly archiveApi: ArchiveApi | undefined;
  readonly client: ApiClient;
  readonly listing: ListingActions;
  readonly toasts: ToastActions;
  readonly undo: UndoActions;
};

/** Actions whose code is loaded at the first call. */
function makeLateActions(deps: SharedDeps) {
  const { state, client, toasts, translator } = deps;
  const conflicts = lateCalls<ConflictActions>(async () => {
    const [{ makeConflictActions }, { makeVersionsApi }] = await Promise.all([
      import('./changes/conflict.actions.ts'),
      import('./details/versions.api.ts'),
    ]);
    return makeConflictActions({
      state,
      taken: makeVersionsApi(client).taken,
      hashOf: async (file) => {
        const { pageHasher } = await import('#client/transfer/hash/page-hasher.ts');
        return (await pageHasher().fingerprint(file, () => undefined, new AbortController().signal)).gcid;
      },
      onSkipped: (count) => toasts.show(translator().tn('drive.skipped', count)),
    });
  });
  const change = lateCalls<ChangeActions>(async () => {
    const { makeChangeActions, makeArchiveApi } = await withTexts(import('./changes/change.actions.ts'));
    return makeChangeActions({
      ...deps,
      archiveApi: deps.archiveApi ?? makeArchiveApi(client),
      conflicts: conflicts.calls,
    });
  });
  const versions = lateCalls<VersionActions>(async () => {
    const [{ makeVersionActions }, { makeVersionsApi }] = await Promise.all([
      withTexts(import('./details/versions.actions.ts')),
      import('./details/versions.api.ts'),
    ]);
    return makeVersionActions({ ...deps, api: makeVersionsApi(client), refreshAll: change.calls.refreshAll });
  });
  return { conflicts, change, versions };
}

export function makeDriveActions(deps: ActionDeps): DriveActions {
  const { state, client, browser, translator } = deps;
  const lateApi = lateCalls<DriveApi>(async () => (await import('./drive.api.ts')).makeDriveApi(client));
  const api = deps.api ?? lateApi.calls;
  const toasts = makeToastActions(state, browser, translator);
  const display = makeDisplayActions(state, browser, async (chosen) =>
    (await import('./listing/save-display.ts')).saveDisplay(client, chosen),
  );
  const listing = makeListingActions({ state, api, browser, translator, display });
  const undo = makeUndoActions(toasts, translator);
  const late = makeLateActions({ ...deps, api, archiveApi: deps.api, listing, toasts, undo });
  const change = late.change.calls;
  const details = makeDetailsActions({ state, api, browser });
  const selectAll = makeSelectAllActions({
    state,
    listing,
    onFailure: () => {
      const { t, tn } = translator();
      toasts.show(tn('drive.select.part', state.selection.value.ids.size, { button: t('drive.select_all') }));
    },
  });

  function ask(dialog: DriveDialog | null): void {
    // A dialog that closes late leaves the menu that was opened since.
    if (dialog !== null) state.menu.value = null;
    if (state.dialog.value?.kind === 'share') state.sharedTurn.value += 1;
    state.dialog.value = dialog;
  }

  const sharing = lateCalls<CopyLinkActions>(async () => {
    const { makeCopyLinkActions } = await withTexts(import('./sharing/copy-link.actions.ts'));
    return makeCopyLinkActions({ ...deps, toasts, undo, ask, loadCopier: deps.loadLinkCopier });
  });
  const links = sharing.calls;

  function run(action: DriveAction, rows: readonly DriveRow[]): void {
    const [first] = rows;
    if (
      !first ||
      !allowedActions(state.place.value, rows, state.busy.value, state.takesTorrents.value).includes(action)
    )
      return;
    state.menu.value = null;
    const doing: Readonly<Record<DriveAction, () => unknown>> = {
      open: () => listing.openFolder(first.id),
      details: () => details.show(rows, 'details'),
      download: () => (deps.save ? deps.save(rows, () => change.download(rows)) : change.download(rows)),
      zip: () => change.zip(rows.map(({ id }) => id)),
      extract: () => ask({ kind: 'pick', mode: 'extract', rows }),
      fetch: () => ask({ kind: 'links', link: `${FILE_SCHEME}${first.id}` }),
      pack: () => change.pack(first),
      link: () => links.copyLink(first, beginCopy(browser.copy)).catch(toasts.showFailure),
      share: () => ask({ kind: 'share', rows }),
      reveal: () =>
        browser.go(
          `${first.parentId === '' ? href('drive.all') : href('drive.folder', { folderId: first.parentId })}?action=highlight_files&id=${first.id}`,
        ),
      star: () => change.mark(rows, (ids) => api.star(ids, true), { message: 'drive.star.given' }),
      unstar: () => {
        const isGone = state.place.value === 'starred';
        return change.mark(rows, (ids) => api.star(ids, false), { isGone, message: 'drive.star.taken' });
      },
      rename: () => ask(rows.length === 1 ? { kind: 'rename', row: first } : { kind: 'rename-many', rows }),
      move: () => ask({ kind: 'pick', mode: 'move', rows }),
      copy: () => ask({ kind: 'pick', mode: 'copy', rows }),
      trash: () => change.trash(rows),
      restore: () => change.restore(rows),
      delete: () => ask({ kind: 'delete', rows }),
    };
    doing[action]();
  }

  return {
    handlers: makeBrowserHandlers({
      state,
      api,
      listing,
      display,
      details,
      selectAll,
      run,
      ask,
    }),
    listing,
    change,
    toasts,
    undo,
    details,
    links,
    conflicts: late.conflicts.calls,
    versions: late.versions.calls,
    run,
    ask,
    folders: (parentId, pageToken) =>
      api.list({
        place: 'all',
        query: '',
        folderId: parentId,
        order: 'name_asc',
        foldersFirst: true,
        foldersOnly: true,
        pageToken,
      }),
    closeMenu: () => {
      state.menu.value = null;
    },
    warmCalls: lateApi.warm,
    warmChanges: () => {
      late.change.warm();
      sharing.warm();
    },
  };
}
