/** The run of each proof, and its whole amount. */
import { runFloods } from '#scripts/attack/run-floods.ts';
import { ROOT } from '#scripts/build/ensure.ts';
import { runCrashTest } from '#scripts/crash-test/crash-test.ts';
import { makeStateFolder } from '#scripts/test/trial-run.ts';
import { findProgram } from '#test/flow/outside-programs.ts';
import type { ProofEntry } from './list.ts';
import { runOrder } from './order.ts';
import { writeRuns } from './programs/recorded.ts';
import { runPrograms } from './programs/run.ts';
import type { ProofOutcome, ProofSettings, RunProof } from './proof-run.ts';
import { MIN_REACHED } from './requests/reached.ts';
import { runRequests } from './requests/run.ts';
import { runSmallMachine } from './small-machine/run.ts';
import { runSoak } from './sync-soak/soak.ts';
import { runUpgrade } from './upgrade/run.ts';

interface ProofRun {
  /** Option that sets the amount, and the amount without it. */
  readonly option: 'requests' | 'kills' | 'rounds' | 'orders' | 'acts';
  readonly amount: number;
  /** Draws at random: its result has a seed. */
  readonly hasSeed: boolean;
  readonly run: RunProof;
}

/** An operation that is sent so often is reached at least once. */
const MIN_SENT = 20;

async function proveRequests({ amount, ...settings }: ProofSettings): Promise<ProofOutcome> {
  const { requests, reached, seconds, faults, slowestMs, auditedObjects, operations } = await runRequests({
    ...settings,
    requests: amount,
    judgesTime: true,
  });
  const perSecond = Math.round(requests / seconds);
  const tooFew = reached < requests * MIN_REACHED ? [`only ${reached} of ${requests} requests reached code`] : [];
  const unreached = [...operations]
    .filter(([, tally]) => tally.sent >= MIN_SENT && tally.reached === 0)
    .map(([id, { sent }]) => `${id}: none of ${sent} requests reached its code`);
  return {
    numbers: { requests, reached, faults: faults.length, slowestMs: Math.round(slowestMs), perSecond, auditedObjects },
    failures: [...faults, ...tooFew, ...unreached],
  };
}

async function proveCrash({ amount, ...settings }: ProofSettings): Promise<ProofOutcome> {
  const result = await runCrashTest({ ...settings, kills: amount, store: 'disk', longestMs: 1_500 });
  const { kills, acknowledged, unknown, filesCompared, lost, violations, recoveryMs } = result;
  return {
    numbers: {
      kills,
      acknowledged,
      unknown,
      filesCompared,
      lost: lost.length,
      violations: violations.length,
      slowestRecoveryMs: Math.round(Math.max(0, ...recoveryMs)),
    },
    failures: [...lost.map((line) => `lost: ${line}`), ...violations],
  };
}

async function proveFloods({ amount, port, dataDir, print }: ProofSettings): Promise<ProofOutcome> {
  let floods = 0;
  const failures = await runFloods({
    port,
    dataDir,
    forMs: 4_000,
    connections: [1, 10],
    rounds: amount,
    only: '',
    judgesTime: true,
    print: (line) => {
      floods += 1;
      print(line);
    },
  });
  return { numbers: { rounds: amount, floods, failures: failures.length }, failures };
}

async function proveSync({ amount, seed, port, dataDir, print }: ProofSettings): Promise<ProofOutcome> {
  const program = findProgram('nextcloud-desktop-cmd');
  if (program === undefined) return { numbers: {}, failures: ['the sync client is not installed'] };
  const { dataDir: place, dispose } = makeStateFolder(undefined, 'sync-soak');
  const settings = {
    acts: amount,
    actsEach: Math.min(250, Math.ceil(amount / 6)),
    many: Math.min(5_000, amount * 2),
    seed,
    port,
    dataDir,
    place,
    program,
    print,
  };
  const { refused, failures, ...numbers } = await runSoak(settings);
  for (const line of refused) print(`refused: ${line}`);
  if (failures.length === 0) dispose();
  return { numbers: { ...numbers, refused: refused.length }, failures };
}

/** Writes what each program did into the tree, when nothing was a surprise. */
async function provePrograms(settings: ProofSettings): Promise<ProofOutcome> {
  const { runs, ...outcome } = await runPrograms(settings);
  if (outcome.failures.length === 0) writeRuns(ROOT, runs);
  return outcome;
}

export const RUNS: Readonly<Record<ProofEntry['name'], ProofRun>> = {
  requests: { option: 'requests', amount: 50_000, hasSeed: true, run: proveRequests },
  crash: { option: 'kills', amount: 200, hasSeed: true, run: proveCrash },
  floods: { option: 'rounds', amount: 3, hasSeed: false, run: proveFloods },
  'sync-soak': { option: 'acts', amount: 10_000, hasSeed: true, run: proveSync },
  programs: { option: 'rounds', amount: 1, hasSeed: false, run: provePrograms },
  upgrade: { option: 'rounds', amount: 5, hasSeed: true, run: runUpgrade },
  'small-machine': { option: 'rounds', amount: 1, hasSeed: false, run: runSmallMachine },
  order: { option: 'orders', amount: 5, hasSeed: true, run: runOrder },
};
