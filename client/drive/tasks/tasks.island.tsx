/**
 * The page of tasks with live progress. While a socket is open, the server sends the progress of fetches and says when to read
 * the list again; without one the list is read every two seconds while something runs, else every twenty.
 */
import type { ReactNode } from 'react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useT } from '#client/ui/i18n.tsx';
import { isActive } from '#shared/drive/fetch/task-row.ts';
import { messageOf } from '#shared/error-message.ts';
import type { DriveTasksProps } from '#shared/islands.ts';
import type { Params } from '#shared/locale/translator.ts';
import { driveContext } from '../drive.context.ts';
import { ChooseDialog } from './choose-dialog.tsx';
import { LinksDialog } from './links-dialog.tsx';
import type { TaskStep } from './task-line.view.tsx';
import { watchTasks } from './task-updates.ts';
import { makeTasksApi } from './tasks.api.ts';
import { type TasksLive, TasksPageView } from './tasks-page.view.tsx';

const ACTIVE_MS = 2_000;
const RESTING_MS = 20_000;

export default function TasksIsland(props: DriveTasksProps): ReactNode {
  const translator = useT();
  const { t } = translator;
  const [drive] = useState(() => {
    const made = driveContext();
    made.setTranslator(translator);
    return made;
  });
  const api = useMemo(() => makeTasksApi(drive.api), [drive]);
  const { filter, pageToken } = props;
  const [page, setPage] = useState(props);
  const [isStale, setStale] = useState(false);
  const [isAdding, setAdding] = useState(false);
  /** Task of the torrent whose files are chosen; '' for none. */
  const [choosing, setChoosing] = useState('');
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
      setStale(false);
    } catch {
      setStale(true);
    }
  }, [api, filter, pageToken, props.tasks.length]);

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
    addEventListener('online', wake);
    return () => {
      clearInterval(timer);
      removeEventListener('online', wake);
    };
  }, [refresh, isBusy, isPolling]);
  // After the first rendering, which equals the server's.
  useEffect(() => setAdding(props.isAdding), [props.isAdding]);

  const say = useCallback((said: string) => setPage((now) => ({ ...now, said })), []);
  const live = useMemo((): TasksLive => {
    const run = async (work: Promise<void>, said: string) => {
      try {
        await work;
        say(said);
      } catch (error) {
        say(messageOf(error, (key: string, params?: Params) => t(key as 'errors.default', params as never)));
      }
      await refresh();
    };
    return {
      add: () => setAdding(true),
      step: (step: TaskStep, id: string) => {
        if (step === 'choose') setChoosing(id);
        else if (step === 'retry') void run(api.retry(id), t('drive.tasks.did.retried'));
        else void run(api.remove(id, step === 'remove-file'), t('drive.tasks.did.removed'));
      },
      clear: () => void run(api.clear(filter), t('drive.tasks.did.removed')),
    };
  }, [api, filter, refresh, say, t]);

  return (
    <>
      <TasksPageView {...page} live={live} isStale={isStale} />
      {choosing === '' ? null : (
        <ChooseDialog
          api={api}
          taskId={choosing}
          onClose={(isChosen) => {
            setChoosing('');
            if (isChosen) void refresh();
          }}
        />
      )}
      {isAdding ? (
        <LinksDialog
          drive={drive}
          onClose={() => setAdding(false)}
          onStarted={(count) => {
            say(t('drive.tasks.did.created', { count }));
            void refresh();
          }}
        />
      ) : null}
    </>
  );
}
