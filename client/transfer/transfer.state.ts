/** What the upload panel shows: signals, made once per document by `makeTransferState`. */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-react';

/** `checking`: being hashed before its bytes go, or looked at by the server after they have gone. */
export type UploadPhase = 'waiting' | 'sending' | 'checking' | 'done' | 'failed' | 'cancelled';

/** Why an upload stopped; each has a sentence that says what to do. */
export type UploadProblem =
  | 'space'
  | 'large'
  | 'network'
  | 'signed_out'
  | 'folder'
  | 'name'
  | 'changed'
  | 'busy'
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
}

export interface TransferSummary {
  /** Waiting, sending or being checked. */
  readonly active: number;
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
  readonly isOpen: Signal<boolean>;
  readonly summary: ReadonlySignal<TransferSummary>;
}

/** Cancelled ones take part in nothing. */
export function summaryOf(items: readonly UploadItem[], speed: number): TransferSummary {
  const counted = items.filter((item) => item.phase !== 'cancelled');
  const underway = counted.filter((item) => ['waiting', 'sending', 'checking'].includes(item.phase));
  const sum = (list: readonly UploadItem[], key: 'sentBytes' | 'sizeBytes') =>
    list.reduce((total, item) => total + item[key], 0);
  const leftBytes = sum(underway, 'sizeBytes') - sum(underway, 'sentBytes');
  return {
    active: underway.length,
    done: counted.filter((item) => item.phase === 'done').length,
    failed: counted.filter((item) => item.phase === 'failed').length,
    sentBytes: sum(counted, 'sentBytes'),
    sizeBytes: sum(counted, 'sizeBytes'),
    leftSeconds: speed > 0 && leftBytes > 0 ? Math.ceil(leftBytes / speed) : null,
  };
}

export function makeTransferState(): TransferState {
  const items = signal<readonly UploadItem[]>([]);
  const speed = signal(0);
  return { items, speed, isOpen: signal(true), summary: computed(() => summaryOf(items.value, speed.value)) };
}
