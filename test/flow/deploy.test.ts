import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ensureBuild, ROOT } from '#scripts/build/ensure.ts';

const run = promisify(execFile);

it('wrangler accepts the built Worker with its assets, objects, namespace and bucket, also after the deploy pointer was lost', async () => {
  rmSync(path.join(ROOT, '.wrangler/deploy'), { recursive: true, force: true });
  await ensureBuild();
  const { stdout } = await run(
    process.execPath,
    [path.join(ROOT, 'node_modules/wrangler/bin/wrangler.js'), 'deploy', '--dry-run'],
    {
      cwd: ROOT,
      env: { ...process.env, CI: '1', WRANGLER_SEND_METRICS: 'false', WRANGLER_WRITE_LOGS: 'false' },
    },
  );
  for (const binding of ['env.DRIVE', 'env.ACCOUNT', 'env.CONFIG', 'env.BLOBS', 'env.ASSETS'])
    expect(stdout).toContain(binding);
  expect(stdout).toContain('--dry-run: exiting now.');
});
