/** The named proofs: long runs whose last result is kept in results.json. Data alone, so that the check reads it without running anything. */

export interface ProofEntry {
  readonly name: 'requests' | 'crash' | 'floods' | 'order';
  /** The claim, in one sentence. */
  readonly sentence: string;
  /** Folders and files, as pathspecs of git: a change of one makes an old result stale. */
  readonly covers: readonly string[];
  /** Runs with different seeds add up; of other proofs the last result stays. */
  readonly addsUp: boolean;
}

const SERVER = ['worker', 'shared', 'scripts/start', 'package-lock.json'];
const NO_TESTS = ':(exclude)*.test.ts*';

export const PROOFS: readonly ProofEntry[] = [
  {
    name: 'requests',
    sentence:
      'Hostile and seeded requests over every operation are answered without a fault of the server, and the audit finds nothing.',
    covers: [...SERVER, 'scripts/proof/requests', NO_TESTS],
    addsUp: true,
  },
  {
    name: 'crash',
    sentence: 'After 200 kills at random moments nothing acknowledged is lost, and no invariant is broken.',
    covers: [...SERVER, 'scripts/crash-test', 'scripts/audit', NO_TESTS],
    addsUp: false,
  },
  {
    name: 'floods',
    sentence: 'No flood of small pieces makes a visitor at another address wait, in three rounds.',
    covers: ['worker/edge', 'worker/platform', 'scripts/start/proxy', 'scripts/attack', NO_TESTS],
    addsUp: false,
  },
  {
    name: 'order',
    sentence:
      'Unit and worker tests pass in five random orders of their files, each in one runtime beside four busy loops.',
    covers: ['worker', 'shared', 'client', 'scripts', 'test', 'locales', 'vitest.config.ts', 'package-lock.json'],
    addsUp: false,
  },
];

/** A result counts as new for so long, whatever changes. */
export const FRESH_DAYS = 14;
