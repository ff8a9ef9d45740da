/**
 * The list of tasks with live progress. While a socket is open, the server sends the progress of fetches and says when to read
 * the list again; without one the list is read every two seconds while something runs, else every twenty.
 */
import { type Dispatch, type SetStateAction, useCallback, useEffect, useState } from 'react';
import { ApiError } from '#client/api/errors.ts';
import { useT } from '#client/ui/i18n.tsx';
import { isActive } from '#shared/drive/fetch/task-row.ts';
import { messageOf } from '#shared/error-message.ts';
import type { DriveTasksProps } from '#shared/islands.ts';
import type { DriveContext } from '../drive.context.ts';
import { watchTasks } from './task-updates.ts';
import type { TasksApi } from './tasks.api.ts';

const ACTIVE_MS = 2_000;
const RESTING_MS = 20_000;

interface TaskList {
  readonly page: DriveTasksProps;
  readonly setPage: Dispatch<SetStateAction<DriveTasksProps>>;
  /** Why the list could not be read again; '' for no trouble. */
  readonly trouble: string;
  /** Never rejects. */
  readonly refresh: () => Promise<void>;
}

export function useTaskList(drive: DriveContext, api: TasksApi, props: DriveTasksProps): TaskList {
  const { t, text } = useT();
  const { filter, pageToken } = props;
  const [page, setPage] = useState(props);
  const [trouble, setTrouble] = useState('');
  const [isConnected, setConnected] = useState(false);
  /** Tasks that sent their progress over the socket; others are polled. */
  const [sending, setSending] = useState<ReadonlySet<string>>(new Set());
  const isBusy = page.tasks.some((task) => isActive(task) && !(isConnected && sending.has(task.id)));
  const isPolling = isBusy || !isConnected;

  const refresh = useCallback(async () => {
    try {
      const [list, limits] = await Promise.all([
        api.tasks(filter, pageToken, Math.max(props.tasks.length, 50)),
        api.limits(),
      ]);
      setPage((now) => ({ ...now, ...list, left: limits.left, limit: limits.per_day }));
      setTrouble('');
    } catch (error) {
      // No answer: the list is read again by itself. A refusal says what to do.
      const isUnreachable = !(error instanceof ApiError) || error.errorName === 'unreachable';
      const silent = t(navigator.onLine ? 'drive.tasks.stale' : 'drive.tasks.offline');
      setTrouble(isUnreachable ? silent : messageOf(error, text));
    }
  }, [api, filter, pageToken, props.tasks.length, t, text]);

  useEffect(
    () =>
      watchTasks(drive.api, drive.browser, {
        onChange: refresh,
        onProgress(moved) {
          setSending((now) => (now.has(moved.id) ? now : new Set([...now, moved.id])));
          setPage((now) => ({
            ...now,
            tasks: now.tasks.map((task) => (task.id === moved.id && isActive(task) ? { ...task, ...moved } : task)),
          }));
        },
        onConnection(isOpen) {
          setConnected(isOpen);
          // Changes from the time without a socket.
          if (isOpen) void refresh();
        },
      }),
    [drive, refresh],
  );

  useEffect(() => {
    const timer = setInterval(
      () => {
        if (!document.hidden && isPolling) void refresh();
      },
      isBusy ? ACTIVE_MS : RESTING_MS,
    );
    const wake = () => void refresh();
    const lose = () => setTrouble(t('drive.tasks.offline'));
    addEventListener('online', wake);
    addEventListener('offline', lose);
    return () => {
      clearInterval(timer);
      removeEventListener('online', wake);
      removeEventListener('offline', lose);
    };
  }, [refresh, isBusy, isPolling, t]);
  return { page, setPage, trouble, refresh };
}
