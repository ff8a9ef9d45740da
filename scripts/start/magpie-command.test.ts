/** `bin/magpie` with a shell and Node alone, as the image has them. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';

test.each([
  ['health', 'node-check.mjs ops/main.ts health'],
  ['backup --to "/mnt/my backups"', 'node-check.mjs backup/main.ts backup --to /mnt/my backups'],
  ['audit --repair', 'node-check.mjs audit/main.ts --repair'],
])('%s finds its program and the state folder of .env', (asked, run) => {
  const root = scratchFolder();
  mkdirSync(path.join(root, 'bin'));
  copyFileSync('bin/magpie', path.join(root, 'bin/magpie'));
  writeFileSync(path.join(root, 'bin/node'), '#!/bin/sh\necho "$MAGPIE_DATA" "$@"\n', { mode: 0o755 });
  writeFileSync(path.join(root, '.env'), 'PORT=1\nMAGPIE_DATA=kept\n');
  const said = execFileSync('/bin/sh', ['-c', `exec /bin/sh bin/magpie ${asked}`], {
    cwd: root,
    env: { PATH: '' },
    encoding: 'utf8',
  });
  expect(said.replaceAll(`${root}/`, '').replaceAll('scripts/', '').replace('start/', '')).toBe(
    `kept --import ${run}\n`,
  );
});
