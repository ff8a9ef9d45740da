/**
 * What the drive's islands show: signals, made once per document by `makeDriveState`. Never fetches, never decides.
 */
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-react';
import type { Waiting } from '#client/api/waits.ts';
import type { ToastItem } from '#client/ui/toast.tsx';
import { DEFAULT_ORDER, type SortOrder } from '#shared/drive/model.ts';
import type { DriveRow } from '#shared/drive/rows.ts';
import type { DriveBrowserProps, DriveStorageProps, ViewType } from '#shared/islands.ts';
import type { ListingStatus, MenuPlace, MoreStatus } from './browser.ts';
import { allowedActions, type DriveAction } from './drive.can.ts';
import { NOTHING_SELECTED, type Selection } from './selection.ts';

export type Crumb = DriveBrowserProps['path'][number];

/** What a failure says to whoever asks for details. */
export interface ProblemFacts {
  readonly sentence: string;
  readonly name: string;
  readonly code: number;
  /** Path of the call. */
  readonly call: string;
}

export type DriveDialog =
  | { readonly kind: 'folder' }
  | { readonly kind: 'rename'; readonly row: DriveRow }
  | { readonly kind: 'pick'; readonly mode: 'move' | 'copy'; readonly rows: readonly DriveRow[] }
  | { readonly kind: 'delete'; readonly rows: readonly DriveRow[] }
  | { readonly kind: 'empty' }
  | { readonly kind: 'share'; readonly rows: readonly DriveRow[] }
  | { readonly kind: 'details'; readonly row: DriveRow }
  | { readonly kind: 'problem'; readonly facts: ProblemFacts };

export interface OpenMenu {
  readonly id: string;
  readonly place: MenuPlace;
}

export interface DriveState {
  readonly place: Signal<'all' | 'trash'>;
  readonly folderId: Signal<string>;
  readonly path: Signal<readonly Crumb[]>;
  readonly rows: Signal<readonly DriveRow[]>;
  readonly nextPageToken: Signal<string>;
  readonly order: Signal<SortOrder>;
  readonly view: Signal<ViewType>;
  readonly serverTimeMs: Signal<number>;
  readonly status: Signal<ListingStatus>;
  readonly problem: Signal<string>;
  readonly more: Signal<MoreStatus>;
  readonly selection: Signal<Selection>;
  /** Things with a change under way. */
  readonly busy: Signal<ReadonlySet<string>>;
  readonly menu: Signal<OpenMenu | null>;
  readonly dialog: Signal<DriveDialog | null>;
  readonly toasts: Signal<readonly ToastItem[]>;
  /** What is asked again after a wait that a person notices; the one that ends first. */
  readonly waiting: Signal<Waiting | null>;
  readonly storage: Signal<DriveStorageProps>;
  readonly selectedRows: ReadonlySignal<readonly DriveRow[]>;
  readonly allowed: ReadonlySignal<readonly DriveAction[]>;
  /** Takes the page's props; only the first time. */
  startBrowser(props: DriveBrowserProps): void;
  startStorage(props: DriveStorageProps): void;
}

export function makeDriveState(): DriveState {
  const place = signal<'all' | 'trash'>('all');
  const folderId = signal('');
  const path = signal<readonly Crumb[]>([]);
  const rows = signal<readonly DriveRow[]>([]);
  const nextPageToken = signal('');
  const order = signal<SortOrder>(DEFAULT_ORDER);
  const view = signal<ViewType>('grid');
  const serverTimeMs = signal(0);
  const selection = signal<Selection>(NOTHING_SELECTED);
  const busy = signal<ReadonlySet<string>>(new Set());
  const storage = signal<DriveStorageProps>({ usageBytes: 0, limitBytes: 0 });
  const selectedRows = computed(() => rows.value.filter((row) => selection.value.ids.has(row.id)));
  let isBrowserStarted = false;
  let isStorageStarted = false;

  return {
    place,
    folderId,
    path,
    rows,
    nextPageToken,
    order,
    view,
    serverTimeMs,
    status: signal<ListingStatus>('ready'),
    problem: signal(''),
    more: signal<MoreStatus>('idle'),
    selection,
    busy,
    menu: signal<OpenMenu | null>(null),
    dialog: signal<DriveDialog | null>(null),
    toasts: signal<readonly ToastItem[]>([]),
    waiting: signal<Waiting | null>(null),
    storage,
    selectedRows,
    allowed: computed(() => allowedActions(place.value, selectedRows.value, busy.value)),
    startBrowser(props) {
      if (isBrowserStarted) return;
      isBrowserStarted = true;
      batch(() => {
        place.value = props.place;
        folderId.value = props.folderId;
        path.value = props.path;
        rows.value = props.rows;
        nextPageToken.value = props.nextPageToken;
        order.value = props.order;
        view.value = props.view;
        serverTimeMs.value = props.serverTimeMs;
      });
    },
    startStorage(props) {
      if (isStorageStarted) return;
      isStorageStarted = true;
      storage.value = props;
    },
  };
}
