/** What a page can only say in the browser, because it is the same for everyone: which download is for this device. */
import { platformOf } from '#shared/site/platform.ts';

/** The part of User-Agent Client Hints that tells Macs apart; not every browser has it. */
export interface Hints {
  getHighEntropyValues?(names: string[]): Promise<{ architecture?: string }>;
}

/** @param hints  `navigator.userAgentData` */
export async function showPlatform(page: Document, userAgent: string, hints: Hints | undefined): Promise<void> {
  const platform = platformOf(userAgent);
  const mine = [...page.querySelectorAll<HTMLElement>('[data-platform]')].filter(
    (card) => platform !== null && card.dataset['platform'] === platform,
  );
  for (const card of mine) card.querySelector('[data-yours]')?.classList.remove('invisible');
  const doors = mine.flatMap((card) => [...card.querySelectorAll<HTMLAnchorElement>('a[data-download]')]);
  const door = platform === 'Mac OS' ? await macDoor(doors, hints) : doors[0];
  const first = page.querySelector<HTMLAnchorElement>('a[data-first-download]');
  const label = first?.querySelector('span:last-child');
  if (!first || !label || !door) return;
  first.href = door.href;
  label.textContent = door.getAttribute('aria-label');
}

/** The one build, or the one the browser knows to be right; a wrong guess would not start. */
async function macDoor(
  doors: readonly HTMLAnchorElement[],
  hints: Hints | undefined,
): Promise<HTMLAnchorElement | undefined> {
  if (doors.length < 2) return doors[0];
  const known: { architecture?: string } | undefined = await hints
    ?.getHighEntropyValues?.(['architecture'])
    .catch(() => ({}));
  const architecture = known?.architecture ?? '';
  const build = architecture === 'arm' ? 'mac_arm' : architecture === 'x86' ? 'mac_intel' : '';
  return build === '' ? undefined : doors.find((door) => door.pathname.endsWith(`/${build}`));
}
