/** Uploads that stop, and those that wait behind them: refused by the server, or without network. */
import { spaceFactsOf } from '#client/api/error-facts.ts';
import { ApiError } from '#client/api/errors.ts';
import { type After, offlineWaitMs } from '../timers.ts';
import { problemOf } from './failure.ts';
import type { TransferState } from './upload.state.ts';
import { isActive, type UploadProblem } from './upload-item.ts';
import type { UploadEntry } from './upload-registry.ts';

/** 10 s: of the files without network one tries so often. When it lands, the others need not wait. */
const PROBE_WAIT_MS = 10_000;
/** Problems of all uploads: they unfold the list, because a folded headline does not give the reason. */
const UNFOLDING: readonly UploadProblem[] = ['space', 'server_full'];

export interface UploadStopsDeps {
  readonly state: Pick<TransferState, 'list' | 'isOpen'>;
  readonly after: After;
  readonly onLanded: () => void;
  /** Queues a file again that waits for the network. */
  readonly wake: (id: string) => void;
}

/** @returns shows why an upload stopped, and lets it wait where that may help */
export function makeUploadStops(deps: UploadStopsDeps): (entry: UploadEntry, error: unknown) => void {
  const { after, wake } = deps;
  const { list, isOpen } = deps.state;
  /** The file without network that tries often; '' before the first. */
  let probe = '';

  function isTrying(id: string): boolean {
    const item = list.get(id);
    return item !== undefined && isActive(item);
  }

  /** Fails waiting files that the server would refuse for the same reason, without a request for each. */
  function halt(problem: UploadProblem, minBytes: number): void {
    list.together(() => {
      for (const { id, sizeBytes } of list.in('waiting'))
        if (sizeBytes >= minBytes) list.set(id, { phase: 'failed', problem });
    });
  }

  function onDriveFull(error: unknown): void {
    if (!(error instanceof ApiError)) return;
    const { usedBytes, limitBytes } = spaceFactsOf(error);
    if (usedBytes !== null && limitBytes !== null) halt('space', limitBytes - usedBytes + 1);
    deps.onLanded();
  }

  return (entry, error) => {
    const problem = problemOf(error);
    if (problem !== 'network') {
      list.set(entry.id, { phase: 'failed', problem, checkedBytes: 0 });
      if (problem === 'signed_out') halt(problem, 0);
      if (problem === 'space') onDriveFull(error);
      if (UNFOLDING.includes(problem)) isOpen.value = true;
      return;
    }
    list.set(entry.id, { phase: 'offline', problem });
    if (!isTrying(probe)) probe = entry.id;
    const waitMs = offlineWaitMs(entry.offlineTimes);
    after(probe === entry.id ? Math.min(waitMs, PROBE_WAIT_MS) : waitMs, () => wake(entry.id));
    entry.offlineTimes += 1;
  };
}
