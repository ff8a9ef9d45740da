/** Live updates with the calls and the socket of this page. Loaded after the first rendering. */
import type { ApiClient } from '#client/api/client.ts';
import { ApiError } from '#client/api/errors.ts';
import { passUnread } from '#client/shell/unread.ts';
import { browserContract } from '#shared/drive/browser/browser.contract.ts';
import type { BrowserApi } from '../browser-api.ts';
import { makeDriveApi } from '../drive.api.ts';
import type { DriveState } from '../drive.state.ts';
import { type Live, makeLive, openSocket } from './live.ts';
import { renewPath } from './path-refresh.ts';

/** Reactions of the page to changes of other windows. */
export interface LiveListeners {
  /** Loads the listing and the used space again. */
  refreshAll(): Promise<void>;
  /** Shows another message of the server. */
  announce(message: Readonly<Record<string, unknown>>): Promise<void>;
}

export function watchLive(api: ApiClient, browser: BrowserApi, state: DriveState, listeners: LiveListeners): Live {
  const calls = makeDriveApi(api);
  const revision = async () => (await api.call(browserContract.live, { isBackground: true })).revision;
  async function isIn(): Promise<boolean> {
    try {
      await revision();
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.errorName === 'unauthenticated') return false;
      throw error;
    }
  }
  const live = makeLive({
    open: async () => {
      // A browser hides why a handshake was refused: the plain call shows whether the session has ended.
      if (!(await isIn())) return null;
      return openSocket(`${api.nextOrigin()}${browserContract.live.path}`, await api.bearer());
    },
    ask: revision,
    onChange: async () => {
      await Promise.all([listeners.refreshAll(), renewPath(calls, browser, state)]);
    },
    onMessage: (message) =>
      message['kind'] === 'drive#unread' ? passUnread(document, message['unread']) : listeners.announce(message),
    isVisible: browser.isVisible,
    onWake: browser.onWake,
    after: browser.after,
    random: Math.random,
  });
  live.start();
  return live;
}
