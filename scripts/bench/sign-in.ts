/** Signing in with the right password, one after another: time, and processor time of front and runtime. */
import path from 'node:path';
import { trySignIn } from './harness/client.ts';
import { costOf } from './harness/processes.ts';
import { printTable, type ScenarioReport } from './harness/report.ts';
import { percentile } from './harness/rounds.ts';
import { makeScratch, startProduct } from './harness/server.ts';
import type { BenchOptions } from './harness/settings.ts';

const SIGN_INS = 60;
const QUICK_SIGN_INS = 20;

export async function benchSignIn(options: BenchOptions): Promise<ScenarioReport> {
  const scratch = makeScratch();
  const product = await startProduct(options.port, path.join(scratch.dir, 'product'));
  const count = options.quick ? QUICK_SIGN_INS : SIGN_INS;
  const timesMs: number[] = [];
  try {
    const signIn = async (at: number): Promise<void> => {
      const startedMs = performance.now();
      // An address of its own each, so that no limit of an address is met.
      const { status, error } = await trySignIn(product.origin, `127.9.1.${at + 1}`);
      if (status !== 200) throw new Error(`signing in answered ${status} ${error}`);
      timesMs.push(performance.now() - startedMs);
    };
    await signIn(count);
    timesMs.length = 0;
    const { cost } = await costOf(product.pids, async () => {
      for (let at = 0; at < count; at++) await signIn(at);
    });
    const figures = {
      p50Ms: percentile(timesMs, 0.5),
      p99Ms: percentile(timesMs, 0.99),
      runtimeMs: (cost.runtimeCpuSeconds * 1_000) / count,
      frontMs: (cost.frontCpuSeconds * 1_000) / count,
    };
    const cells = Object.values(figures).map((value) => value.toFixed(1));
    printTable(
      'Signing in',
      ['', 'p50 ms', 'p99 ms', 'runtime CPU ms', 'front CPU ms'],
      [[`${count} times`, ...cells]],
    );
    return { figures, checks: [] };
  } finally {
    await product.stop();
    scratch.remove();
  }
}
