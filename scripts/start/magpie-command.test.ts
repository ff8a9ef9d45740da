/** `bin/magpie` with a shell and Node alone, as the image has them. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';

/** A folder with the command, and a Node that says what it was given. */
function installed(dataLine: string): string {
  const root = scratchFolder();
  mkdirSync(path.join(root, 'bin'));
  copyFileSync('bin/magpie', path.join(root, 'bin/magpie'));
  writeFileSync(path.join(root, 'bin/node'), '#!/bin/sh\necho "$MAGPIE_DATA" "$@"\n', { mode: 0o755 });
  writeFileSync(path.join(root, '.env'), `PORT=1\n${dataLine}\n`);
  return root;
}

test.each([
  ['health', 'node-check.mjs ops/main.ts health'],
  ['backup --to "/mnt/my backups"', 'node-check.mjs backup/main.ts backup --to /mnt/my backups'],
  ['audit --repair', 'node-check.mjs audit/main.ts --repair'],
])('%s finds its program and the state folder of .env', (asked, run) => {
  const root = installed('MAGPIE_DATA=kept');
  const said = execFileSync('/bin/sh', ['-c', `exec /bin/sh bin/magpie ${asked}`], {
    cwd: root,
    env: { PATH: '' },
    encoding: 'utf8',
  });
  expect(said.replaceAll(`${root}/`, '').replaceAll('scripts/', '').replace('start/', '')).toBe(
    `kept --import ${run}\n`,
  );
});

test('root becomes the user of the folder behind a symbolic link with a quoted name', () => {
  const root = installed('MAGPIE_DATA="the link"');
  mkdirSync(path.join(root, 'real'));
  symlinkSync('real', path.join(root, 'the link'));
  const tools = {
    id: 'echo 0',
    // Follows the link as the system's own does: by -L alone.
    stat: 'case $1 in -L) echo 1234 ;; *) echo 0 ;; esac',
    setpriv: 'echo "$@"',
  };
  for (const [name, text] of Object.entries(tools))
    writeFileSync(path.join(root, 'bin', name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  const said = execFileSync('/bin/sh', ['bin/magpie', 'health'], { cwd: root, env: { PATH: '' }, encoding: 'utf8' });
  expect(said).toMatch(/^--reuid=1234 --regid=1234 --clear-groups node /);
});
