/**
 * Vitest reporter that adds one line of counts to the file named by MAGPIE_TALLY_FILE; scripts/test.ts sums the lines.
 * A file that could not be loaded, and an error outside of any test, count as one failure each.
 */
import { appendFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';
import type { FileTally, Tally } from '#scripts/test/tally.ts';

/** Counts the tests that ran. */
export function tallyOf(modules: readonly TestModule[], unhandled: readonly SerializedError[]): Tally {
  const tally: Tally = { passed: 0, failed: unhandled.length, skipped: 0, troubled: [] };
  for (const module of modules) {
    const of: FileTally = { file: module.relativeModuleId, passed: 0, failed: [] };
    of.failed.push(...module.errors().map(({ message }) => message));
    for (const suite of module.children.allSuites()) of.failed.push(...suite.errors().map(() => suite.fullName));
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === 'passed') of.passed += 1;
      else if (state === 'skipped') tally.skipped += 1;
      else of.failed.push(test.fullName);
    }
    tally.passed += of.passed;
    tally.failed += of.failed.length;
    if (of.failed.length > 0) tally.troubled.push(of);
  }
  return tally;
}

export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const file = process.env['MAGPIE_TALLY_FILE'];
    if (file !== undefined) appendFileSync(file, `${JSON.stringify(tallyOf(modules, unhandled))}\n`);
  }
}
