/** State of the upload panel: signals, made once per document. */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-react';

/**
 * `checking`: hashed before it is sent, or checked by the server afterwards. `offline`: resumes when the network is back.
 * `unfinished`: left by an earlier window or another device; needs its file.
 */
export type UploadPhase =
  | 'waiting'
  | 'sending'
  | 'checking'
  | 'offline'
  | 'paused'
  | 'unfinished'
  | 'done'
  | 'failed'
  | 'cancelled';

/** Leaving the page would stop the upload. */
export const ACTIVE_PHASES: readonly UploadPhase[] = ['waiting', 'sending', 'checking', 'offline'];

/** Why an upload stopped; each has a text that says what to do. */
export type UploadProblem =
  | 'space'
  /** The user's upload limit of the day is reached. */
  | 'day'
  /** Deleted files still occupy the server. */
  | 'deleted'
  /** The disk of the server is full, whatever the user has left. */
  | 'server_full'
  | 'large'
  | 'network'
  | 'signed_out'
  | 'folder'
  | 'name'
  | 'changed'
  | 'busy'
  /** The server has deleted the session of the unfinished upload. */
  | 'over'
  /** Another file was chosen for an unfinished upload. */
  | 'other'
  | 'server';

export interface UploadItem {
  readonly id: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly sentBytes: number;
  /** Hashed before sending, while the phase is `checking`; 0 when nothing is hashed. */
  readonly checkedBytes: number;
  readonly phase: UploadPhase;
  readonly problem: UploadProblem | null;
  /** Stored without sending: the drive held the content. */
  readonly isInstant: boolean;
  /** The file has a longer name on the device. */
  readonly isShortened?: boolean;
  /** Cancelled, and the server has freed its space. */
  readonly isFreed?: boolean;
  /** Unfinished, and this browser can open the file after asking for permission. */
  readonly canReopen?: boolean;
}

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
  readonly items: Signal<readonly UploadItem[]>;
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
const MANY_FILES = 20;
const SMALL_BYTES = 65_536;

/** Cancelled and unfinished uploads do not count in the sums of bytes. @param fileSpeed  files a second; 0 while unknown */
export function summaryOf(items: readonly UploadItem[], steadySpeed: number, fileSpeed = 0): TransferSummary {
  const counted = items.filter(({ phase }) => phase !== 'cancelled' && phase !== 'unfinished');
  const underway = counted.filter((item) => ACTIVE_PHASES.includes(item.phase));
  const sum = (list: readonly UploadItem[], key: 'sentBytes' | 'sizeBytes') =>
    list.reduce((total, item) => total + item[key], 0);
  const count = (phase: UploadPhase) => items.filter((item) => item.phase === phase).length;
  const leftBytes = sum(underway, 'sizeBytes') - sum(underway, 'sentBytes');
  const sizeBytes = sum(counted, 'sizeBytes');
  const isByFiles = counted.length >= MANY_FILES && sizeBytes < counted.length * SMALL_BYTES;
  const [left, speed] = isByFiles ? [underway.length, fileSpeed] : [leftBytes, steadySpeed];
  return {
    active: underway.length,
    paused: count('paused'),
    unfinished: count('unfinished'),
    reopenable: items.filter((item) => item.phase === 'unfinished' && item.canReopen).length,
    done: count('done'),
    failed: count('failed'),
    sentBytes: sum(counted, 'sentBytes'),
    sizeBytes,
    files: counted.length,
    isByFiles,
    leftSeconds: speed > 0 && left > 0 ? Math.ceil(left / speed) : null,
  };
}

export function makeTransferState(): TransferState {
  const items = signal<readonly UploadItem[]>([]);
  const speed = signal(0);
  const steadySpeed = signal(0);
  const fileSpeed = signal(0);
  return {
    items,
    speed,
    steadySpeed,
    fileSpeed,
    isOpen: signal(true),
    unmatchedFiles: signal(0),
    summary: computed(() => summaryOf(items.value, steadySpeed.value, fileSpeed.value)),
  };
}
