/** Marks the download for this device. The cached page is the same for every visitor, so the browser selects it. */
import { platformOf } from '#shared/site/platform.ts';

/** The part of User-Agent Client Hints that distinguishes Macs; not every browser has it. */
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
  const downloads = mine.flatMap((card) => [...card.querySelectorAll<HTMLAnchorElement>('a[data-download]')]);
  const download = platform === 'Mac OS' ? await macDownload(downloads, hints) : downloads[0];
  const first = page.querySelector<HTMLAnchorElement>('a[data-first-download]');
  const label = first?.querySelector('span:last-child');
  if (!first || !label || !download) return;
  first.href = download.href;
  label.textContent = download.getAttribute('aria-label');
}

/** The only build, or the one for the architecture that the browser reports; a wrong build would not start. */
async function macDownload(
  downloads: readonly HTMLAnchorElement[],
  hints: Hints | undefined,
): Promise<HTMLAnchorElement | undefined> {
  if (downloads.length < 2) return downloads[0];
  const known: { architecture?: string } | undefined = await hints
    ?.getHighEntropyValues?.(['architecture'])
    .catch(() => ({}));
  const architecture = known?.architecture ?? '';
  const build = architecture === 'arm' ? 'mac_arm' : architecture === 'x86' ? 'mac_intel' : '';
  return build === '' ? undefined : downloads.find((download) => download.pathname.endsWith(`/${build}`));
}
