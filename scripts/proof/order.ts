/** The proof `order`: no test needs another file before it, and none is right by being quick. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { describeFailures } from '#scripts/test/tally.ts';
import { runVitest } from '#scripts/test/vitest-run.ts';
import type { ProofOutcome, ProofSettings } from './proof-run.ts';

const BUSY_LOOPS = 4;
const PROJECTS = ['unit', 'worker'];
/** Tests have time limits for a machine with other work, but not for one with five times as much of it. */
const PATIENT = ['--testTimeout=300000', '--hookTimeout=300000'];

function startBusyLoops(): ChildProcess[] {
  return Array.from({ length: BUSY_LOOPS }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
}

export async function runOrder({ amount, seed, dataDir, print }: ProofSettings): Promise<ProofOutcome> {
  const failures: string[] = [];
  let passed = 0;
  const loops = startBusyLoops();
  const stopLoops = (): void => {
    for (const loop of loops) loop.kill('SIGKILL');
  };
  process.once('exit', stopLoops);
  try {
    for (let order = 0; order < amount; order++)
      for (const project of PROJECTS) {
        const own = seed + order;
        const scratch = mkdtempSync(path.join(dataDir, `${project}-`));
        // One worker: all files share one runtime, one after another.
        const args = [`--sequence.seed=${own}`, '--maxWorkers=1', ...PATIENT];
        const tally = await runVitest({ project, reporter: 'minimal', scratch, args });
        print(`${project} tests in the order of seed ${own}: ${tally.passed} passed, ${tally.failed} failed`);
        passed += tally.passed;
        if (tally.failed > 0) failures.push(`${project}, seed ${own}: ${describeFailures(tally)}`);
        else if (tally.passed === 0) failures.push(`${project}, seed ${own}: nothing ran`);
      }
  } finally {
    stopLoops();
    process.off('exit', stopLoops);
  }
  return { numbers: { orders: amount, passed, failed: failures.length }, failures };
}
