/** Counters of one download run, as the panel shows them. */
import { type SpeedSample, speedOf, withSample } from '../speed.ts';
import { type DownloadItem, type FailedFile, type FileProblem, NAMED_FAILURES } from './download.state.ts';
import type { WalkEntry } from './walk.ts';

export type RunFacts = Pick<
  DownloadItem,
  'doneFiles' | 'foundFiles' | 'doneBytes' | 'speed' | 'failedFiles' | 'failures'
>;

export interface RunProgress {
  /** @returns called with the bytes of this file on the disk */
  startFile(id: string): (bytes: number) => void;
  /** The file is no longer under way. */
  endFile(id: string): void;
  addDone(sizeBytes: number): void;
  /** Counts a file that was on the device already. */
  addFound(): void;
  addFailure(entry: WalkEntry, problem: FileProblem, error: unknown): void;
  facts(): RunFacts;
}

export function makeRunProgress(nowMs: () => number): RunProgress {
  const underway = new Map<string, number>();
  const failures: FailedFile[] = [];
  const counts = { doneFiles: 0, foundFiles: 0, failedFiles: 0 };
  let doneBytes = 0;
  let fetchedBytes = 0;
  let samples: readonly SpeedSample[] = [];
  return {
    startFile(id) {
      let last = -1;
      return (bytes) => {
        if (last >= 0) fetchedBytes += Math.max(0, bytes - last);
        last = bytes;
        underway.set(id, bytes);
      };
    },
    endFile: (id) => void underway.delete(id),
    addDone(sizeBytes) {
      counts.doneFiles += 1;
      doneBytes += sizeBytes;
    },
    addFound() {
      counts.foundFiles += 1;
    },
    addFailure({ node, above }, problem, error) {
      counts.failedFiles += 1;
      if (failures.length >= NAMED_FAILURES) return;
      const name = [...above, node].map((one) => one.name).join('/');
      console.warn('download', name, error);
      failures.push({ id: node.id, name, problem });
    },
    facts() {
      samples = withSample(samples, { atMs: nowMs(), bytes: fetchedBytes });
      const underwayBytes = [...underway.values()].reduce((sum, bytes) => sum + bytes, 0);
      return { ...counts, doneBytes: doneBytes + underwayBytes, speed: speedOf(samples), failures: [...failures] };
    },
  };
}
