/** What the upload panel shows: signals, made once per document by `makeTransferState`. */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-react';

/**
 * `checking`: being hashed before its bytes go, or looked at by the server after they have gone. `offline`: goes on by itself
 * when the network is back. `unfinished`: an earlier window or another device left it; it wants its file.
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

/** Something is to be done or waited for: leaving the page would stop it. */
export const ACTIVE_PHASES: readonly UploadPhase[] = ['waiting', 'sending', 'checking', 'offline'];

/** Why an upload stopped; each has a sentence that says what to do. */
export type UploadProblem =
  | 'space'
  /** The bytes that one person may upload on one day. */
  | 'day'
  /** Deleted files still occupy the server. */
  | 'deleted'
  | 'large'
  | 'network'
  | 'signed_out'
  | 'folder'
  | 'name'
  | 'changed'
  | 'busy'
  /** The server gave the unfinished upload up. */
  | 'over'
  /** The file that was chosen for an unfinished upload is another one. */
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
  /** Stored without sending: the content was there. */
  readonly isInstant: boolean;
  /** Cancelled, and the server has let go of what it held. */
  readonly isFreed?: boolean;
  /** Unfinished, and this browser can open the file itself after a question. */
  readonly canReopen?: boolean;
}

export interface TransferSummary {
  /** Waiting, sending or being checked, for the network too. */
  readonly active: number;
  readonly paused: number;
  readonly unfinished: number;
  /** Those of the unfinished that the browser can open by itself. */
  readonly reopenable: number;
  readonly done: number;
  readonly failed: number;
  readonly sentBytes: number;
  readonly sizeBytes: number;
  /** Null while the speed is not known. */
  readonly leftSeconds: number | null;
}

export interface TransferState {
  readonly items: Signal<readonly UploadItem[]>;
  /** Bytes a second. */
  readonly speed: Signal<number>;
  /** Bytes a second that an estimate may rest on; 0 while not known. */
  readonly steadySpeed: Signal<number>;
  readonly isOpen: Signal<boolean>;
  /** Files that were chosen to go on with and belong to nothing that is unfinished. */
  readonly strangers: Signal<number>;
  readonly summary: ReadonlySignal<TransferSummary>;
}

/** Cancelled and unfinished ones take part in no sum of bytes. */
export function summaryOf(items: readonly UploadItem[], steadySpeed: number): TransferSummary {
  const counted = items.filter(({ phase }) => phase !== 'cancelled' && phase !== 'unfinished');
  const underway = counted.filter((item) => ACTIVE_PHASES.includes(item.phase));
  const sum = (list: readonly UploadItem[], key: 'sentBytes' | 'sizeBytes') =>
    list.reduce((total, item) => total + item[key], 0);
  const count = (phase: UploadPhase) => items.filter((item) => item.phase === phase).length;
  const leftBytes = sum(underway, 'sizeBytes') - sum(underway, 'sentBytes');
  return {
    active: underway.length,
    paused: count('paused'),
    unfinished: count('unfinished'),
    reopenable: items.filter((item) => item.phase === 'unfinished' && item.canReopen).length,
    done: count('done'),
    failed: count('failed'),
    sentBytes: sum(counted, 'sentBytes'),
    sizeBytes: sum(counted, 'sizeBytes'),
    leftSeconds: steadySpeed > 0 && leftBytes > 0 ? Math.ceil(leftBytes / steadySpeed) : null,
  };
}

export function makeTransferState(): TransferState {
  const items = signal<readonly UploadItem[]>([]);
  const speed = signal(0);
  const steadySpeed = signal(0);
  return {
    items,
    speed,
    steadySpeed,
    isOpen: signal(true),
    strangers: signal(0),
    summary: computed(() => summaryOf(items.value, steadySpeed.value)),
  };
}
