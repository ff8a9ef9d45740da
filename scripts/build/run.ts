/** One production build, as a process: `node scripts/build/run.ts <hash of the inputs>`. Started by ensure.ts. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkRouteTable } from '#shared/route-table.ts';
import { ROOT, STAMP_FILE } from './ensure.ts';

/** Each gives its memory back when it ends, so the largest is the peak. The Worker must know the names of the client's files. */
const STEPS = [['bundle.ts', 'client'], ['bundle.ts', 'worker'], ['bundle.ts', 'cli'], ['finish.ts']] as const;
/** Small heaps: collecting garbage more often takes a tenth of a second. */
const NODE_OPTIONS = ['--max-semi-space-size=4', '--max-old-space-size=200'];
/** The bundler's allocator takes no memory before it needs it, and returns at once what it has freed: 200 MB of its peak. */
const ENVIRONMENT = { MIMALLOC_ARENA_EAGER_COMMIT: '0', MIMALLOC_PURGE_DELAY: '0' };

async function runStep(script: string, args: readonly string[]): Promise<void> {
  const file = path.join(import.meta.dirname, script);
  const child = spawn(process.execPath, [...process.execArgv, ...NODE_OPTIONS, file, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...ENVIRONMENT },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  // It has said why.
  if (code !== 0) process.exit(code ?? 1);
}

const dist = path.join(ROOT, 'dist');
// Removed first and written last: a build that was cut off is never taken for a good one.
rmSync(STAMP_FILE, { force: true });
rmSync(path.join(dist, 'magpie'), { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
try {
  checkRouteTable();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
for (const [script, ...args] of STEPS) await runStep(script, args);
writeFileSync(STAMP_FILE, `${process.argv[2] ?? ''}\n`);
process.exit(0);
