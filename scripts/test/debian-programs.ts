/** Outside programs that the tests run, and the Debian packages they come from. One `apt-get install` brings all that are missing. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export const FIREFOX = '/usr/bin/firefox-esr';
export const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver';
export const XVFB = '/usr/bin/Xvfb';

const PROGRAMS: readonly { readonly files: readonly string[]; readonly packages: readonly string[] }[] = [
  // Fonts for Chinese, Japanese and Korean come with it: pages in those languages are part of the tests.
  { files: ['/usr/bin/chromium', '/usr/bin/google-chrome'], packages: ['chromium', 'fonts-noto-cjk'] },
  { files: ['/usr/bin/chromium-headless-shell'], packages: ['chromium-headless-shell'] },
  { files: [FIREFOX], packages: ['firefox-esr'] },
  { files: [WEBKIT_DRIVER], packages: ['webkit2gtk-driver'] },
  { files: [XVFB], packages: ['xvfb'] },
  // test/flow/outside-programs.ts; the downloader of torrents is aria2 too.
  { files: ['/usr/bin/curl'], packages: ['curl'] },
  { files: ['/usr/bin/wget'], packages: ['wget'] },
  { files: ['/usr/bin/aria2c'], packages: ['aria2'] },
  { files: ['/usr/bin/ffmpeg'], packages: ['ffmpeg'] },
  { files: ['/usr/bin/rclone'], packages: ['rclone'] },
  // test/flow/webdav.test.ts
  { files: ['/usr/bin/litmus'], packages: ['litmus'] },
  { files: ['/usr/bin/cadaver'], packages: ['cadaver'] },
  // test/flow/sync-clients.test.ts
  { files: ['/usr/bin/nextcloudcmd'], packages: ['nextcloud-desktop-cmd'] },
];

function aptGet(...args: string[]): boolean {
  process.stderr.write(`Missing for the tests; running: apt-get ${args.join(' ')}\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', args, { stdio: ['ignore', 2, 2], env }).status === 0;
}

/** Does nothing on other systems and for other users. A package that this Debian does not have holds up no other. */
export function installDebianPrograms(): void {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  const missing = PROGRAMS.filter(({ files }) => !files.some((file) => existsSync(file))).map(
    ({ packages }) => packages,
  );
  if (missing.length === 0) return;
  const install = (packages: readonly string[]) => aptGet('install', '-y', '--no-install-recommends', ...packages);
  if (install(missing.flat()) || (aptGet('update') && install(missing.flat()))) return;
  for (const packages of missing) install(packages);
}
