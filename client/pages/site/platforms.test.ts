import { expect, it } from 'vitest';
import { type Hints, showPlatform } from './platforms.ts';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 14) Mobile';
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64)';

/** As much of a page as is looked at. */
function makePage(targets: readonly (readonly [platform: string, target: string])[]) {
  const label = { textContent: 'See all downloads' };
  const first = { href: '#downloads', querySelector: () => label };
  const shown: string[] = [];
  const cards = targets.map(([platform, target]) => ({
    dataset: { platform },
    querySelector: () => ({ classList: { remove: () => void shown.push(target) } }),
    querySelectorAll: () => [
      {
        href: `https://site.example/downloads/${target}?language=ja`,
        pathname: `/downloads/${target}`,
        getAttribute: () => `Download: ${target}`,
      },
    ],
  }));
  const page = {
    querySelector: () => first,
    querySelectorAll: (what: string) => (what === '[data-platform]' ? cards : []),
  };
  return { page: page as unknown as Document, first, label, shown };
}

const ALL = [
  ['Windows', 'windows'],
  ['Mac OS', 'mac_arm'],
  ['Mac OS', 'mac_intel'],
  ['Android', 'google_play'],
  ['Android', 'android_apk'],
  ['', 'browser_extension'],
] as const;

const knows = (architecture: string): Hints => ({ getHighEntropyValues: async () => ({ architecture }) });

it.each([
  [WINDOWS, undefined, ['windows'], 'windows'],
  [ANDROID, undefined, ['google_play', 'android_apk'], 'google_play'],
  [MAC, knows('arm'), ['mac_arm', 'mac_intel'], 'mac_arm'],
  [MAC, knows('x86'), ['mac_arm', 'mac_intel'], 'mac_intel'],
])('the script of platforms: marks what is for %s, and puts it first', async (agent, hints, marked, target) => {
  const { page, first, label, shown } = makePage(ALL);
  await showPlatform(page, agent, hints);
  expect(shown).toEqual(marked);
  expect([first.href, label.textContent]).toEqual([
    `https://site.example/downloads/${target}?language=ja`,
    `Download: ${target}`,
  ]);
});

it.each([
  ['a Mac whose processor nobody tells', MAC, undefined],
  ['a Mac that does not want to tell', MAC, { getHighEntropyValues: () => Promise.reject(new Error('no')) }],
  ['a system that there is nothing for', LINUX, undefined],
])('the script of platforms guesses nothing for %s', async (_, agent, hints) => {
  const { page, first, label } = makePage(ALL);
  await showPlatform(page, agent, hints);
  expect([first.href, label.textContent]).toEqual(['#downloads', 'See all downloads']);
});
