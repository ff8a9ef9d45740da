/** State of the upload panel: signals, made once per document, with the engine. */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-react';
import { ACTIVE_PHASES } from './upload-item.ts';
import { makeUploadListState, type UploadList, type UploadTotals } from './upload-list.state.ts';

export interface TransferSummary {
  /** In one of ACTIVE_PHASES. */
  readonly active: number;
  readonly paused: number;
  readonly unfinished: number;
  /** Unfinished uploads whose file the browser can open. */
  readonly reopenable: number;
  readonly done: number;
  readonly failed: number;
  readonly sentBytes: number;
  readonly sizeBytes: number;
  /** Files that count in the sums of bytes. */
  readonly files: number;
  /** Many small files: their number takes the time, not their bytes. */
  readonly isByFiles: boolean;
  /** Null while the speed is unknown. */
  readonly leftSeconds: number | null;
}

export interface TransferState {
  readonly list: UploadList;
  readonly hasItems: ReadonlySignal<boolean>;
  /** Leaving the page would stop an upload. */
  readonly isBusy: ReadonlySignal<boolean>;
  /** Bytes a second. */
  readonly speed: Signal<number>;
  /** Smoothed bytes a second, for estimates; 0 while unknown. */
  readonly steadySpeed: Signal<number>;
  /** Files a second. */
  readonly fileSpeed: Signal<number>;
  readonly isOpen: Signal<boolean>;
  /** Files chosen to resume uploads that match none of them. */
  readonly unmatchedFiles: Signal<number>;
  readonly summary: ReadonlySignal<TransferSummary>;
}

/** As many files, and no more bytes a file, are counted by files. */
export const MANY_FILES = 20;
const SMALL_BYTES = 65_536;

/** @param fileSpeed  files a second; 0 while unknown */
export function summaryOf(totals: UploadTotals, steadySpeed: number, fileSpeed = 0): TransferSummary {
  const { phases, reopenable, sizeBytes, sentBytes, activeBytes, activeSentBytes } = totals;
  const active = ACTIVE_PHASES.reduce((sum, phase) => sum + phases[phase], 0);
  const files = active + phases.paused + phases.done + phases.failed;
  const isByFiles = files >= MANY_FILES && sizeBytes < files * SMALL_BYTES;
  const [left, speed] = isByFiles ? [active, fileSpeed] : [activeBytes - activeSentBytes, steadySpeed];
  return {
    active,
    paused: phases.paused,
    unfinished: phases.unfinished,
    reopenable,
    done: phases.done,
    failed: phases.failed,
    sentBytes,
    sizeBytes,
    files,
    isByFiles,
    leftSeconds: speed > 0 && left > 0 ? Math.ceil(left / speed) : null,
  };
}

/** @param isOpen  whether the panel shows its lines at first */
export function makeTransferState(isOpen = true): TransferState {
  const list = makeUploadListState();
  const speed = signal(0);
  const steadySpeed = signal(0);
  const fileSpeed = signal(0);
  const summary = computed(() => {
    // The list counts as it changes: its version says that there is something new.
    void list.version.value;
    return summaryOf(list.totals(), steadySpeed.value, fileSpeed.value);
  });
  return {
    list,
    speed,
    steadySpeed,
    fileSpeed,
    isOpen: signal(isOpen),
    unmatchedFiles: signal(0),
    hasItems: computed(() => list.version.value > 0 && list.count > 0),
    isBusy: computed(() => summary.value.active > 0),
    summary,
  };
}
