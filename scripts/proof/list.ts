/** The named proofs: long runs whose last result is kept in results.json. Data alone, so that the check reads it without running anything. */

export interface ProofEntry {
  readonly name: 'requests' | 'crash' | 'floods' | 'order' | 'sync-soak' | 'programs' | 'upgrade' | 'small-machine';
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
    covers: [
      'worker',
      'shared',
      'client',
      'cli',
      'scripts',
      'test',
      'locales',
      'vitest.config.ts',
      'package-lock.json',
    ],
    addsUp: false,
  },
  {
    name: 'sync-soak',
    sentence:
      'Two sync clients and a browser that work on one drive while server and clients are killed end with the same files, and no acknowledged byte is lost.',
    covers: [...SERVER, 'scripts/proof/sync-soak', NO_TESTS],
    addsUp: false,
  },
  {
    name: 'programs',
    sentence: 'Programs of other people do with a drive what docs/programs.md says, and fail at nothing else.',
    covers: [...SERVER, 'scripts/proof/programs', 'test/flow', NO_TESTS],
    addsUp: false,
  },
  {
    name: 'upgrade',
    sentence:
      'A folder filled by the release before is backed up, opened by this version and taken back; each step is killed and repeated, and nothing is lost.',
    covers: [...SERVER, 'scripts/backup', 'scripts/audit', 'scripts/proof/upgrade', NO_TESTS],
    addsUp: false,
  },
  {
    name: 'small-machine',
    sentence:
      'The image serves 50 uploads of all kinds, a picture of 12 megapixels as HEIC among them, in 512 MB of memory.',
    covers: [...SERVER, 'scripts/release', 'scripts/proof/small-machine', NO_TESTS],
    addsUp: false,
  },
];

/** A result counts as new for so long, whatever changes. */
export const FRESH_DAYS = 14;
