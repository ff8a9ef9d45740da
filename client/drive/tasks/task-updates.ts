/** Live updates of the page of tasks: the socket of the drive, with the progress of fetches. Stops with the page. */
import type { ApiClient } from '#client/api/client.ts';
import { browserContract } from '#shared/drive/browser/browser.contract.ts';
import { readProgress, type TaskProgress } from '#shared/drive/fetch/task-row.ts';
import type { BrowserApi } from '../browser-api.ts';
import { type LiveSocket, makeLive, openSocket } from '../live/live.ts';

export interface TaskUpdates {
  /** Something of the drive changed. Never rejects. */
  onChange(): Promise<void>;
  onProgress(task: TaskProgress): void;
  onConnection(isOpen: boolean): void;
}

/** @returns stops the updates */
export function watchTasks(
  api: ApiClient,
  browser: Pick<BrowserApi, 'isVisible' | 'onWake' | 'after'>,
  updates: TaskUpdates,
): () => void {
  let isStopped = false;
  let socket: LiveSocket | null = null;
  const revision = async () => (await api.call(browserContract.live, { isBackground: true })).revision;
  const live = makeLive({
    async open() {
      // The plain call renews a token that has expired, and fails where the session has ended.
      await revision();
      socket = await openSocket(`${api.nextOrigin()}${browserContract.live.path}`, await api.bearer());
      if (isStopped) socket.close();
      return socket;
    },
    ask: revision,
    onChange: () => (isStopped ? Promise.resolve() : updates.onChange()),
    onMessage(message) {
      const progress = readProgress(message);
      if (progress && !isStopped) updates.onProgress(progress);
    },
    onConnection: (isOpen) => {
      if (!isStopped) updates.onConnection(isOpen);
    },
    isVisible: () => !isStopped && browser.isVisible(),
    onWake: browser.onWake,
    after: (ms, run) => (isStopped ? () => undefined : browser.after(ms, run)),
    random: Math.random,
  });
  live.start();
  return () => {
    isStopped = true;
    socket?.close();
  };
}
