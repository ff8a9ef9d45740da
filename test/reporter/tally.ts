/**
 * Vitest reporter that adds one line of counts to the file named by MAGPIE_TALLY_FILE; scripts/test.ts sums the lines.
 * A file that could not be loaded, and an error outside of any test, count as one failure each.
 */
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';
import type { Failure, FileTally, Tally } from '#scripts/test/tally.ts';

/** Lines of a message that name the difference; a whole diff stands where it was printed. */
const MESSAGE_LINES = 6;

/** @param errors - of one test or suite; the first says why it failed */
function failureOf(name: string, errors: readonly SerializedError[]): Failure {
  const [error] = errors;
  const lines = stripVTControlCharacters(error?.message ?? '')
    .split('\n')
    .slice(0, MESSAGE_LINES);
  const place = error?.stacks?.[0];
  if (place !== undefined) lines.push(`at ${path.relative(process.cwd(), place.file)}:${place.line}`);
  return { name, reason: lines.join('\n') };
}

/** Counts the tests that ran. */
export function tallyOf(modules: readonly TestModule[], unhandled: readonly SerializedError[]): Tally {
  const tally: Tally = { passed: 0, failed: unhandled.length, skipped: 0, troubled: [] };
  for (const module of modules) {
    const of: FileTally = { file: module.relativeModuleId, passed: 0, failed: [] };
    of.failed.push(...module.errors().map((error) => failureOf(error.message, [error])));
    for (const suite of module.children.allSuites())
      of.failed.push(...suite.errors().map((error) => failureOf(suite.fullName, [error])));
    for (const test of module.children.allTests()) {
      const { state, errors } = test.result();
      if (state === 'passed') of.passed += 1;
      else if (state === 'skipped') tally.skipped += 1;
      else of.failed.push(failureOf(test.fullName, errors ?? []));
    }
    tally.passed += of.passed;
    tally.failed += of.failed.length;
    if (of.failed.length > 0) tally.troubled.push(of);
  }
  if (unhandled.length > 0)
    tally.troubled.push({
      file: '(no file)',
      passed: 0,
      failed: unhandled.map((error) => failureOf('outside of any test', [error])),
    });
  return tally;
}

export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const file = process.env['MAGPIE_TALLY_FILE'];
    if (file !== undefined) appendFileSync(file, `${JSON.stringify(tallyOf(modules, unhandled))}\n`);
  }
}
