/** Finds the browsers of the tests, installing those that the machine does not have. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { chromium, firefox, webkit } from 'playwright';
import { FIREFOX, installDebianPrograms, WEBKIT_DRIVER } from './debian-programs.ts';

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

const find = {
  chromium: () => firstFile([process.env['CHROMIUM'], ...SYSTEM_PATHS, chromium.executablePath()]),
  firefox: () => firstFile([FIREFOX, firefox.executablePath()]),
  webkit: () => firstFile([WEBKIT_DRIVER, webkit.executablePath()]),
} as const;

/** Debian's own where the tests may install them, else Playwright's. */
export function installBrowsers(wanted: readonly (keyof typeof find)[]): void {
  const missing = () => wanted.filter((name) => find[name]() === undefined);
  if (missing().length > 0) installDebianPrograms();
  if (missing().length === 0) return;
  const cli = path.join(path.dirname(createRequire(import.meta.url).resolve('playwright/package.json')), 'cli.js');
  process.stderr.write(`Missing for the browser tests; running: playwright install ${missing().join(' ')}\n`);
  spawnSync(process.execPath, [cli, 'install', ...missing()], { stdio: ['ignore', 2, 2] });
}

/** @returns path of a browser that starts; undefined when there is none and none could be installed */
export function ensureChromium(): string | undefined {
  const found = find.chromium();
  if (found !== undefined) return found;
  installBrowsers(['chromium']);
  const installed = find.chromium();
  if (installed !== undefined) execFileSync(installed, ['--version'], { stdio: ['ignore', 2, 2] });
  return installed;
}

/** @returns path of the Chromium that has no window and starts sooner; undefined when the full one has to do */
export function headlessShell(): string | undefined {
  return firstFile([process.env['HEADLESS_SHELL'], ...SYSTEM_SHELLS]);
}
