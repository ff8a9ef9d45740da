/** The last line of a crash test. Pure. */
import type { CrashTestResult } from './crash-test.ts';

function middle(sorted: readonly number[]): number {
  return sorted[sorted.length >> 1] ?? 0;
}

export function summaryOf(result: CrashTestResult): string {
  const sorted = result.recoveryMs.toSorted((a, b) => a - b);
  return [
    `kills ${result.kills}`,
    `acknowledged ${result.acknowledged}`,
    `unknown ${result.unknown} (${result.happened} had happened)`,
    `lost ${result.lost.length}`,
    `violations ${result.violations.length}`,
    `orphans ${result.orphans}`,
    `files compared ${result.filesCompared}`,
    `collected ${result.collected}`,
    `fetched ${result.fetched}`,
    `recovery ms max ${Math.round(sorted.at(-1) ?? 0)} median ${Math.round(middle(sorted))}`,
  ].join(', ');
}
