import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, it } from 'vitest';

it.each(['SIGTERM', 'SIGHUP'] as const)('a run that %s ends says so', async (signal) => {
  const trialRun = path.join(import.meta.dirname, 'trial-run.ts');
  const code = `import { print, runTrial } from ${JSON.stringify(trialRun)};
    setInterval(() => undefined, 1_000);
    await runTrial(() => { print('runs'); return new Promise(() => undefined); });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (bytes) => {
    said += bytes;
  });
  await once(child.stdout, 'data');
  child.kill(signal);
  const [exitCode] = await once(child, 'close');
  expect([exitCode, said]).toEqual([130, `ended by ${signal}\n`]);
});
