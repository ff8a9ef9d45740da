/** Keeps a page of folders in common up to date, by the events of the user's own drive. Loaded when the page is idle. */
import type { ApiClient } from '#client/api/client.ts';
import { ApiError } from '#client/api/errors.ts';
import { loadDocument } from '#client/navigation/load-document.ts';
import { after, onWake } from '#client/navigation/page-events.ts';
import { browserContract } from '#shared/drive/browser/browser.contract.ts';
import { makeLive, openSocket } from '../live/live.ts';
import { showFresh } from './fresh-page.ts';

export async function refreshCommon(): Promise<void> {
  const { status, fresh } = await loadDocument(location.href);
  // Without an answer the page stays; the next event loads it again.
  if (status === 0 || status >= 500) return;
  if (status !== 200 || !fresh || !showFresh(document, fresh)) location.reload();
}

export function followCommon(api: ApiClient): void {
  const revision = async () => (await api.call(browserContract.live, { isBackground: true })).revision;
  async function open() {
    try {
      await revision();
    } catch (error) {
      if (error instanceof ApiError && error.errorName === 'unauthenticated') return null;
      throw error;
    }
    return openSocket(`${api.nextOrigin()}${browserContract.live.path}`, await api.bearer());
  }
  makeLive({
    open,
    ask: revision,
    onChange: refreshCommon,
    isVisible: () => document.visibilityState === 'visible',
    onWake,
    after,
    random: Math.random,
  }).start();
}
