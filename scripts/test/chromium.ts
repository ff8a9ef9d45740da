/** Finds a Chromium for the browser tests, installing one when the machine has none. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { chromium } from 'playwright';

const SYSTEM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const SYSTEM_SHELLS = ['/usr/bin/chromium-headless-shell'];
/** Fonts for Chinese, Japanese and Korean come with it: pages in those languages are part of the tests. */
const DEBIAN_PACKAGES = ['chromium', 'fonts-noto-cjk'];
const SHELL_PACKAGE = 'chromium-headless-shell';
/** The tests run without the shell too, so that its installation may not hold them up. */
const SHELL_INSTALL_MS = 90_000;

function findInstalled(): string | undefined {
  const wanted = process.env['CHROMIUM'];
  return [wanted, ...SYSTEM_PATHS, chromium.executablePath()].find(
    (file) => file !== undefined && file !== '' && existsSync(file),
  );
}

function run(command: string, args: string[], timeout?: number): boolean {
  process.stderr.write(`Missing for the browser tests; running: ${command} ${args.join(' ')}\n`);
  return spawnSync(command, args, { stdio: ['ignore', 2, 2], ...(timeout ? { timeout } : {}) }).status === 0;
}

const isDebianRoot = (): boolean => process.getuid?.() === 0 && existsSync('/etc/debian_version');

function installOnDebian(): boolean {
  if (!isDebianRoot()) return false;
  const install = ['install', '-y', '--no-install-recommends', ...DEBIAN_PACKAGES];
  process.env['DEBIAN_FRONTEND'] = 'noninteractive';
  return run('apt-get', install) || (run('apt-get', ['update']) && run('apt-get', install));
}

function installByPlaywright(): boolean {
  const cli = path.join(path.dirname(createRequire(import.meta.url).resolve('playwright/package.json')), 'cli.js');
  return run(process.execPath, [cli, 'install', 'chromium']);
}

/** @returns path of a browser that starts; undefined when there is none and none could be installed */
export function ensureChromium(): string | undefined {
  const found = findInstalled();
  if (found !== undefined) return found;
  if (!installOnDebian()) installByPlaywright();
  const installed = findInstalled();
  if (installed !== undefined) execFileSync(installed, ['--version'], { stdio: ['ignore', 2, 2] });
  return installed;
}

/** @returns path of the Chromium that has no window and starts sooner; undefined when the full one has to do */
export function ensureHeadlessShell(): string | undefined {
  const find = (): string | undefined =>
    [process.env['HEADLESS_SHELL'], ...SYSTEM_SHELLS].find((file) => file !== undefined && existsSync(file));
  const found = find();
  if (found !== undefined || !isDebianRoot()) return found;
  process.env['DEBIAN_FRONTEND'] = 'noninteractive';
  run('apt-get', ['install', '-y', '--no-install-recommends', SHELL_PACKAGE], SHELL_INSTALL_MS);
  return find();
}
