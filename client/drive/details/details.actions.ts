/** Details of the selection: where they are shown, and the facts that are loaded for them. */
import type { DriveRow } from '#shared/drive/rows.ts';
import { parseWireTime } from '#shared/units.ts';
import type { BrowserApi } from '../browser-api.ts';
import type { DriveApi } from '../drive.api.ts';
import type { Crumb, DriveState } from '../drive.state.ts';

/** Facts that rows do not contain. */
export interface MoreFacts {
  /** Sum of all files inside. */
  readonly sizeBytes: number;
  /** False: some folders were not measured, because there are too many. */
  readonly isWhole: boolean;
  /** Inside the folders, or selected. */
  readonly files: number;
  readonly folders: number;
  /** Folders above them, when all have the same. */
  readonly path: readonly Crumb[] | null;
  /** Epoch ms; of a single row. */
  readonly createdMs: number | null;
  /** '' for folders and for several rows. */
  readonly hash: string;
  /** As the camera wrote it, `2026-08-15T14:30:12` with the zone where it is known; left out where none did. */
  readonly taken?: string | undefined;
}

export interface DetailsActions {
  /** `details`: the user asked for details, so the panel takes the focus and stays open; `file`: the user opened a file. */
  show(rows: readonly DriveRow[], why: 'details' | 'file'): void;
  toggle(): void;
  hide(): void;
  /** As it was left on this device. */
  settle(): void;
  /** @throws ApiError when none of the rows exists any more */
  more(rows: readonly DriveRow[]): Promise<MoreFacts>;
}

/** Most folders that are measured at once. */
const MAX_MEASURED = 20;

export function makeDetailsActions({
  state,
  api,
  browser,
}: {
  state: DriveState;
  api: DriveApi;
  browser: BrowserApi;
}): DetailsActions {
  function put(isOpen: boolean): void {
    state.panel.value = isOpen;
    browser.writePanel(isOpen);
  }

  function show(rows: readonly DriveRow[], why: 'details' | 'file'): void {
    const [first] = rows;
    if (!first) return;
    if (!browser.isWide()) {
      state.menu.value = null;
      state.dialog.value = { kind: 'details', rows };
      return;
    }
    state.selection.value = { ids: new Set(rows.map((row) => row.id)), anchor: first.id };
    if (why === 'details') put(true);
    else state.panel.value = true;
    if (why === 'details') browser.focusPanel();
  }

  async function ofOne(row: DriveRow): Promise<MoreFacts> {
    const [file, held] = await Promise.all([api.detail(row.id), api.measure(row.id)]);
    return {
      ...held,
      isWhole: true,
      createdMs: parseWireTime(file.created_time),
      hash: file.hash,
      taken: file.params['taken'],
    };
  }

  async function ofMany(rows: readonly DriveRow[]): Promise<MoreFacts> {
    const folders = rows.filter((row) => row.folder);
    const asked = folders.slice(0, MAX_MEASURED);
    const isOneWay = rows.every((row) => row.parentId === rows[0]?.parentId);
    const one = isOneWay ? rows[0] : undefined;
    const [held, way] = await Promise.all([
      Promise.all(asked.map(({ id }) => api.measure(id))),
      one ? api.measure(one.id) : null,
    ]);
    const files = rows.filter((row) => !row.folder);
    const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);
    return {
      sizeBytes: sum(files.map((row) => row.sizeBytes)) + sum(held.map(({ sizeBytes }) => sizeBytes)),
      isWhole: asked.length === folders.length,
      files: files.length,
      folders: folders.length,
      path: way?.path ?? null,
      createdMs: null,
      hash: '',
    };
  }

  return {
    show,
    toggle() {
      if (browser.isWide()) put(!state.panel.value);
      else show(state.selectedRows.value, 'details');
    },
    hide: () => put(false),
    settle: () => {
      state.panel.value = browser.readPanel();
    },
    more: (rows) => (rows[0] && rows.length === 1 ? ofOne(rows[0]) : ofMany(rows)),
  };
}
