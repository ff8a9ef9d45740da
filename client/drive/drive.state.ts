/** Signals of the drive's islands, made once per document by `makeDriveState`. Never fetches, never decides. */
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-react';
import type { ApiError } from '#client/api/errors.ts';
import type { RetryWait } from '#client/api/waits.ts';
import type { TransferState } from '#client/transfer/upload/upload.state.ts';
import type { MenuPlace } from '#client/ui/menu-sheet.tsx';
import type { ToastItem } from '#client/ui/toast.tsx';
import { DEFAULT_DISPLAY, type ListColumn, type SavedDisplay } from '#shared/drive/display.ts';
import type { KindChoice } from '#shared/drive/kinds.ts';
import { DEFAULT_ORDER, type SortOrder } from '#shared/drive/orders.ts';
import type { PhotoMonth } from '#shared/drive/photos/photos.contract.ts';
import type { DrivePlace } from '#shared/drive/places.ts';
import type { DriveRow, SharedRow } from '#shared/drive/rows.ts';
import type { ActivityNote, DriveBrowserProps, DriveStorageProps, ViewType } from '#shared/islands.ts';
import type {
  FoldersMenu,
  LargeView,
  ListingStatus,
  MoreStatus,
  PhotoRows,
  ProblemFacts,
  RowMark,
  ShownListing,
} from './browser-model.ts';
import type { ConflictQuestion } from './conflicts/conflict.rules.ts';
import { allowedActions, type DriveAction } from './drive.can.ts';
import { NOTHING_SELECTED, type Selection } from './selection/selection.rules.ts';

export type Crumb = DriveBrowserProps['path'][number];

/** Dialogs of named actions (shared/navigation/actions.ts), and the upload dialog that an address opens. */
export type DialogName =
  | 'storage'
  | 'guide'
  | 'upload'
  | 'received'
  | 'feedback'
  | 'links'
  | 'traffic'
  | 'redeem'
  | 'activity';

/** A version of a file, as details show it. */
export interface Version {
  readonly id: string;
  readonly sizeBytes: number;
  /** Epoch ms: when the file was changed to this version. */
  readonly modifiedMs: number;
}

export type DriveDialog =
  | { readonly kind: 'named-action'; readonly name: DialogName }
  /** @property link  checked at once */
  | { readonly kind: 'links'; readonly link: string }
  | { readonly kind: 'folder' }
  | { readonly kind: 'rename'; readonly row: DriveRow }
  | { readonly kind: 'rename-many'; readonly rows: readonly DriveRow[] }
  | { readonly kind: 'pick'; readonly mode: 'move' | 'copy' | 'extract'; readonly rows: readonly DriveRow[] }
  | {
      readonly kind: 'password';
      readonly name: string;
      readonly isWrong: boolean;
      readonly answer: (password: string) => void;
    }
  | { readonly kind: 'delete'; readonly rows: readonly DriveRow[] }
  | { readonly kind: 'empty' }
  | { readonly kind: 'keys' }
  /** @property text  that the box begins with */
  | { readonly kind: 'palette'; readonly text: string }
  /** @property isCopyRefused  a press on “Copy link” found a browser that copies nothing. @property isAlbum  the row is an album */
  | {
      readonly kind: 'share';
      readonly rows: readonly SharedRow[];
      readonly isCopyRefused?: boolean;
      readonly isAlbum?: boolean;
    }
  /** Of pictures and films. */
  | { readonly kind: 'album'; readonly rows: readonly DriveRow[] }
  | { readonly kind: 'details'; readonly rows: readonly DriveRow[] }
  | { readonly kind: 'space' | 'limit'; readonly error: ApiError; readonly again: (() => void) | undefined }
  | { readonly kind: 'conflict'; readonly question: ConflictQuestion }
  | { readonly kind: 'delete-version'; readonly row: DriveRow; readonly version: Version }
  | { readonly kind: 'problem'; readonly facts: ProblemFacts };

/** Rows that were copied or cut, to be pasted into another folder. */
export interface ClipboardContent {
  readonly mode: 'move' | 'copy';
  readonly rows: readonly DriveRow[];
  /** Text on the system clipboard; a different text there means that something else was copied since. */
  readonly text: string;
  /** The toast about the copy or cut. */
  readonly toastId: string;
}

export interface OpenMenu {
  /** Id of a row; '' opens the menu of the place. */
  readonly id: string;
  readonly place: MenuPlace;
}

export interface DriveState {
  readonly place: Signal<DrivePlace>;
  readonly query: Signal<string>;
  readonly folderId: Signal<string>;
  readonly path: Signal<readonly Crumb[]>;
  readonly rows: Signal<readonly DriveRow[]>;
  readonly shownListing: Signal<ShownListing>;
  readonly nextPageToken: Signal<string>;
  /** Of pictures by time: how many each day has, the newest month first. */
  readonly months: Signal<readonly PhotoMonth[]>;
  /** Parts of the pictures by time, while these are shown. */
  readonly photoRows: Signal<PhotoRows | null>;
  readonly order: Signal<SortOrder>;
  readonly view: Signal<ViewType>;
  readonly kind: Signal<KindChoice>;
  readonly foldersFirst: Signal<boolean>;
  readonly isOrderGlobal: Signal<boolean>;
  readonly isViewGlobal: Signal<boolean>;
  /** Lower rows of a list. */
  readonly isCompact: Signal<boolean>;
  readonly columns: Signal<readonly ListColumn[]>;
  /** Columns that are drawn: beside the details panel names need the width. */
  readonly shownColumns: ReadonlySignal<readonly ListColumn[]>;
  /** Choices saved in the account, where this browser had others when the page was made. */
  readonly saved: Signal<SavedDisplay | null>;
  /** Id of the file that the preview shows; '' is the first. */
  readonly at: Signal<string>;
  /** Id of the file that the viewer is to open over the listing; '' for none. */
  readonly previewed: Signal<string>;
  /** The preview component, once it is loaded. */
  readonly large: Signal<LargeView | null>;
  readonly serverTimeMs: Signal<number>;
  readonly status: Signal<ListingStatus>;
  /** The user has signed out: the drive is hidden until the next page loads. */
  readonly hasLeft: Signal<boolean>;
  /** The installation downloads the files of torrents. */
  readonly takesTorrents: Signal<boolean>;
  /** Storage and traffic can be bought. */
  readonly sells: Signal<boolean>;
  /** The running activity that operators tell people of; null for none. */
  readonly activity: Signal<ActivityNote | null>;
  readonly problem: Signal<string>;
  readonly more: Signal<MoreStatus>;
  readonly selection: Signal<Selection>;
  /** Rows read so far while a long listing is being selected; null otherwise. */
  readonly selecting: Signal<number | null>;
  /** Rows with a running change. */
  readonly busy: Signal<ReadonlySet<string>>;
  readonly menu: Signal<OpenMenu | null>;
  readonly clipboard: Signal<ClipboardContent | null>;
  /** Ids of rows that were cut. */
  readonly cut: ReadonlySignal<ReadonlySet<string>>;
  /** Rows or files are dragged over the page: the list stays as it is under the pointer. */
  readonly dragging: Signal<boolean>;
  /** The open menu of a path step. */
  readonly folders: Signal<FoldersMenu | null>;
  /** Grows when versions are restored or deleted: an older list of versions is stale. */
  readonly versionTurn: Signal<number>;
  /** How rows are shared, by their ids; the others are not shared, or not asked for yet. */
  readonly marks: Signal<ReadonlyMap<string, RowMark>>;
  /** Grows when sharing changes on this page: marks are stale. */
  readonly sharedTurn: Signal<number>;
  /** The details panel is open, where the window is wide. */
  readonly panel: Signal<boolean>;
  readonly dialog: Signal<DriveDialog | null>;
  /** State of the uploads; null until their engine is loaded. */
  readonly transfers: Signal<TransferState | null>;
  readonly toasts: Signal<readonly ToastItem[]>;
  /** The retry that ends first, where the wait is long enough to show. */
  readonly waiting: Signal<RetryWait | null>;
  readonly storage: Signal<DriveStorageProps>;
  readonly selectedRows: ReadonlySignal<readonly DriveRow[]>;
  readonly allowed: ReadonlySignal<readonly DriveAction[]>;
  /** Takes the page's props; only the first time. */
  startBrowser(props: DriveBrowserProps): void;
  startStorage(props: DriveStorageProps): void;
}

export function makeDriveState(): DriveState {
  const place = signal<DrivePlace>('all');
  const query = signal('');
  const folderId = signal('');
  const path = signal<readonly Crumb[]>([]);
  const rows = signal<readonly DriveRow[]>([]);
  const shownListing = signal<ShownListing>({ turn: 0, query: '' });
  const nextPageToken = signal('');
  const months = signal<readonly PhotoMonth[]>([]);
  const order = signal<SortOrder>(DEFAULT_ORDER);
  const view = signal<ViewType>('grid');
  const kind = signal<KindChoice>('all');
  const foldersFirst = signal(true);
  const isOrderGlobal = signal(true);
  const isViewGlobal = signal(true);
  const isCompact = signal(false);
  const columns = signal(DEFAULT_DISPLAY.columns);
  const saved = signal<SavedDisplay | null>(null);
  const panel = signal(false);
  const takesTorrents = signal(false);
  const sells = signal(false);
  const activity = signal<ActivityNote | null>(null);
  const serverTimeMs = signal(0);
  const selection = signal<Selection>(NOTHING_SELECTED);
  const busy = signal<ReadonlySet<string>>(new Set());
  const clipboard = signal<ClipboardContent | null>(null);
  const storage = signal<DriveStorageProps>({ usageBytes: 0, limitBytes: 0 });
  const selectedRows = computed(() => rows.value.filter((row) => selection.value.ids.has(row.id)));
  let isBrowserStarted = false;
  let isStorageStarted = false;

  return {
    place,
    query,
    folderId,
    path,
    rows,
    shownListing,
    nextPageToken,
    months,
    photoRows: signal<PhotoRows | null>(null),
    order,
    view,
    kind,
    foldersFirst,
    isOrderGlobal,
    isViewGlobal,
    isCompact,
    columns,
    shownColumns: computed(() =>
      panel.value ? columns.value.filter((column) => column === 'size' || column === 'modified') : columns.value,
    ),
    saved,
    at: signal(''),
    previewed: signal(''),
    large: signal<LargeView | null>(null),
    serverTimeMs,
    status: signal<ListingStatus>('ready'),
    hasLeft: signal(false),
    takesTorrents,
    sells,
    activity,
    problem: signal(''),
    more: signal<MoreStatus>('idle'),
    selection,
    selecting: signal<number | null>(null),
    busy,
    menu: signal<OpenMenu | null>(null),
    clipboard,
    cut: computed(() => new Set(clipboard.value?.mode === 'move' ? clipboard.value.rows.map(({ id }) => id) : [])),
    folders: signal<FoldersMenu | null>(null),
    dragging: signal(false),
    versionTurn: signal(0),
    marks: signal<ReadonlyMap<string, RowMark>>(new Map()),
    sharedTurn: signal(0),
    panel,
    dialog: signal<DriveDialog | null>(null),
    transfers: signal<TransferState | null>(null),
    toasts: signal<readonly ToastItem[]>([]),
    waiting: signal<RetryWait | null>(null),
    storage,
    selectedRows,
    allowed: computed(() => allowedActions(place.value, selectedRows.value, busy.value, takesTorrents.value)),
    startBrowser(props) {
      if (isBrowserStarted) return;
      isBrowserStarted = true;
      batch(() => {
        place.value = props.place;
        query.value = props.query;
        folderId.value = props.folderId;
        path.value = props.path;
        rows.value = props.rows;
        shownListing.value = { turn: 0, query: props.query };
        nextPageToken.value = props.nextPageToken;
        months.value = props.months ?? [];
        order.value = props.order;
        view.value = props.view;
        kind.value = props.kind;
        foldersFirst.value = props.foldersFirst;
        isOrderGlobal.value = props.isOrderGlobal;
        isViewGlobal.value = props.isViewGlobal;
        isCompact.value = props.isCompact;
        columns.value = props.columns;
        saved.value = props.saved ?? null;
        serverTimeMs.value = props.serverTimeMs;
        takesTorrents.value = props.takesTorrents === true;
        sells.value = props.sells === true;
        activity.value = props.activity ?? null;
      });
    },
    startStorage(props) {
      if (isStorageStarted) return;
      isStorageStarted = true;
      storage.value = props;
    },
  };
}
