/**
 * Vitest reporter that adds one line of counts to the file named by MAGPIE_TALLY_FILE; scripts/test.ts sums the lines.
 * A file that could not be loaded, and an error outside of any test, count as one failure each.
 */
import { appendFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';
import type { Tally } from '#scripts/test/tally.ts';

/** Counts what ran. */
export function tallyOf(modules: readonly TestModule[], unhandled: readonly SerializedError[]): Tally {
  const tally: Tally = { passed: 0, failed: unhandled.length, skipped: 0 };
  for (const module of modules) {
    tally.failed += module.errors().length;
    for (const suite of module.children.allSuites()) tally.failed += suite.errors().length;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === 'passed') tally.passed += 1;
      else if (state === 'skipped') tally.skipped += 1;
      else tally.failed += 1;
    }
  }
  return tally;
}

export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const file = process.env['MAGPIE_TALLY_FILE'];
    if (file !== undefined) appendFileSync(file, `${JSON.stringify(tallyOf(modules, unhandled))}\n`);
  }
}
