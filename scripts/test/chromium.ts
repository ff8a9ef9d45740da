/** Finds the Chromium of the tests, installing it where the machine has none. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { chromium } from 'playwright';
import { installDebianPrograms } from './debian-programs.ts';

const SYSTEM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const SYSTEM_SHELLS = ['/usr/bin/chromium-headless-shell'];

function firstFile(files: readonly (string | undefined)[]): string | undefined {
  return files.find((file) => file !== undefined && file !== '' && existsSync(file));
}

const findChromium = () => firstFile([process.env['CHROMIUM'], ...SYSTEM_PATHS, chromium.executablePath()]);

/** Debian's own where the tests may install it, else Playwright's. */
function installChromium(): void {
  installDebianPrograms();
  if (findChromium() !== undefined) return;
  const cli = path.join(path.dirname(createRequire(import.meta.url).resolve('playwright/package.json')), 'cli.js');
  process.stderr.write('Missing for the browser tests; running: playwright install chromium\n');
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: ['ignore', 2, 2] });
}

/** @returns path of a browser that starts; undefined when there is none and none could be installed */
export function ensureChromium(): string | undefined {
  const found = findChromium();
  if (found !== undefined) return found;
  installChromium();
  const installed = findChromium();
  if (installed !== undefined) execFileSync(installed, ['--version'], { stdio: ['ignore', 2, 2] });
  return installed;
}

/** @returns path of the Chromium that has no window and starts sooner; undefined when the full one has to do */
export function headlessShell(): string | undefined {
  return firstFile([process.env['HEADLESS_SHELL'], ...SYSTEM_SHELLS]);
}
