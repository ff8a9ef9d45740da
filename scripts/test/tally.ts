/** The counts that test/reporter/tally.ts writes and scripts/test.ts sums. */

/** One test that failed, or what failed outside of a test. */
export interface Failure {
  /** Full name of the test; the message itself outside of a test. */
  name: string;
  /** First lines of the message, and where it was thrown. */
  reason: string;
}

/** Counts of one file of tests. */
export interface FileTally {
  /** From the root of the repository. */
  file: string;
  passed: number;
  failed: Failure[];
}

/** Outcome of one vitest run. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /** The files in which something failed. */
  troubled: FileTally[];
}

/** Files that may run a second time; more are no accident. */
const MAX_AGAIN = 3;
/** Tests in which a page and a user act concurrently. Elsewhere a failure is final. */
const RERUN_FOLDER = /^test\/browser\//;

export function sumOf(tallies: readonly Tally[]): Tally {
  const sum: Tally = { passed: 0, failed: 0, skipped: 0, troubled: [] };
  for (const { passed, failed, skipped, troubled } of tallies) {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
    sum.troubled.push(...troubled);
  }
  return sum;
}

/** The files whose failures a second run by themselves may settle; none when anything else failed too. */
export function filesToRunAgain({ failed, troubled }: Tally): readonly string[] {
  const settled = troubled.reduce((count, file) => count + file.failed.length, 0);
  if (failed === 0 || settled !== failed || troubled.length > MAX_AGAIN) return [];
  return troubled.every(({ file }) => RERUN_FOLDER.test(file)) ? troubled.map(({ file }) => file) : [];
}

/** Every failure with its reason: an end of the output that names what to look at, also where the rest was cut off. */
export function describeFailures({ troubled }: Tally): string {
  return troubled
    .flatMap(({ file, failed }) => failed.map(({ name, reason }) => `failed: ${file} > ${name}\n${indent(reason)}\n`))
    .join('');
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '    ');
}

/** The first run with what the second says of the troubled files in place of what they came to before. */
export function settle(first: Tally, second: Tally): Tally {
  const before = first.troubled.reduce((count, { passed }) => count + passed, 0);
  return {
    passed: first.passed - before + second.passed,
    failed: second.failed,
    skipped: first.skipped,
    troubled: second.troubled,
  };
}
