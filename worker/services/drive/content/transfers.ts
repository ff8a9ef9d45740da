/**
 * Limits of a person's own downloads by plan: files at a time, and their speed when the traffic is used up.
 * Files at a time are counted in this isolate. Short spans are free: pages, pictures and players take many at once.
 */
import { AppError } from '#shared/errors.ts';
import { GIB, MIB, MINUTE_MS } from '#shared/units.ts';
import { trafficError } from '../entitlement/traffic.store.ts';
import type { OpenContent, OwnTransfer } from './claims.ts';

/** 16 MiB: shorter answers take seconds. */
export const LONG_BYTES = 16 * MIB;
/** Near a limit the sums of links are folded this often, so that the limit is met within a minute. */
const FOLD_MS = MINUTE_MS;
const NEAR_BYTES = GIB;
const NEAR_PART = 20;
/** People of whom the time of the last fold is known; then all may be folded again. */
const MAX_FOLDED = 10_000;

export function isUsedUp({ traffic }: OwnTransfer): boolean {
  return traffic.leftBytes !== null && traffic.leftBytes <= 0;
}

/** Nothing is sent any more under the plan. */
export function isTransferOver(transfer: OwnTransfer): boolean {
  return isUsedUp(transfer) && transfer.slowBytesPerSecond === null;
}

/** Whether the content may still be sent under the plan. */
export function maySend({ transfer }: OpenContent): boolean {
  return !transfer || !isTransferOver(transfer);
}

/** Less than 1 GiB, or a twentieth, is left. */
export function isNear({ traffic: { leftBytes, totalBytes } }: OwnTransfer): boolean {
  return leftBytes !== null && totalBytes !== null && leftBytes < Math.max(NEAR_BYTES, totalBytes / NEAR_PART);
}

export interface Transfers {
  /**
   * Begins to send a span.
   * @returns the speed, null for the line's own, and what ends the transfer
   * @throws AppError traffic_not_enough, transfer_limit
   */
  begin(content: OpenContent, sizeBytes: number, nowMs: number): { bytesPerSecond: number | null; end: () => void };
}

/** @param fold  brings the sums of a person's links to the drive */
export function makeTransfers(fold: (userId: OpenContent['payer']) => void): Transfers {
  /** Person -> content -> spans that are sent now. */
  const running = new Map<string, Map<string, number>>();
  const foldedMs = new Map<string, number>();

  function foldSoon({ payer }: OpenContent, nowMs: number): void {
    if (nowMs - (foldedMs.get(payer) ?? 0) < FOLD_MS) return;
    if (foldedMs.size >= MAX_FOLDED) foldedMs.clear();
    foldedMs.set(payer, nowMs);
    fold(payer);
  }

  function hold({ payer, contentKey }: OpenContent, limit: number): () => void {
    const files = running.get(payer) ?? new Map<string, number>();
    if (!files.has(contentKey) && files.size >= limit)
      throw new AppError('transfer_limit', {
        metadata: { limit: String(limit), used: String(files.size) },
        messageKey: 'errors.transfer_limit_used',
        messageParams: { limit },
      });
    files.set(contentKey, (files.get(contentKey) ?? 0) + 1);
    running.set(payer, files);
    return () => {
      const left = (files.get(contentKey) ?? 0) - 1;
      if (left > 0) files.set(contentKey, left);
      else files.delete(contentKey);
      if (files.size === 0) running.delete(payer);
    };
  }

  return {
    begin(content, sizeBytes, nowMs) {
      const { transfer } = content;
      if (!transfer) return { bytesPerSecond: null, end: () => undefined };
      if (isNear(transfer)) foldSoon(content, nowMs);
      const isSlow = isUsedUp(transfer);
      if (isSlow && transfer.slowBytesPerSecond === null) throw trafficError('download', transfer.traffic, nowMs);
      const end = sizeBytes > LONG_BYTES ? hold(content, transfer.atOnce) : () => undefined;
      return { bytesPerSecond: isSlow ? transfer.slowBytesPerSecond : null, end };
    },
  };
}
