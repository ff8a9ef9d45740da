/** The page of tasks with live progress and its dialogs. */
import type { ComponentType, ReactNode } from 'react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useT } from '#client/ui/i18n.tsx';
import type { TaskLine } from '#shared/drive/fetch/task-row.ts';
import { messageOf } from '#shared/error-message.ts';
import type { DriveTasksProps } from '#shared/islands.ts';
import { useFocusRestored } from '../dialogs/focus-restored.ts';
import { ConfirmDialog } from '../dialogs/message-dialog.view.tsx';
import { driveContext } from '../drive.context.ts';
import { useLate } from '../late.ts';
import { LeaveGuard, useEarlierTransfers } from '../upload/earlier-transfers.tsx';
import type { TransferSectionProps } from '../upload/transfer-section.tsx';
import { useWithoutOwn } from '../upload/use-paced.ts';
import { ChooseDialog } from './choose-dialog.tsx';
import { LinksDialog } from './links-dialog.tsx';
import type { TaskStep } from './task-line.view.tsx';
import { useTaskList } from './task-list.ts';
import { makeTasksApi } from './tasks.api.ts';
import { type TasksLive, TasksPageView } from './tasks-page.view.tsx';

const loadSection = () =>
  import('../upload/transfer-section.tsx').then(
    ({ TransferSection }): ComponentType<TransferSectionProps> => TransferSection,
  );

export default function TasksIsland(props: DriveTasksProps): ReactNode {
  const translator = useT();
  const { t, text } = translator;
  const [drive] = useState(() => {
    const made = driveContext();
    made.setTranslator(translator);
    return made;
  });
  const api = useMemo(() => makeTasksApi(drive.api), [drive]);
  const { filter } = props;
  const { page, setPage, trouble, refresh } = useTaskList(drive, api, props);
  const [isAdding, setAdding] = useState(false);
  /** Task of the torrent whose files are chosen; '' for none. */
  const [choosing, setChoosing] = useState('');
  /** Task that is to be deleted with its file; null for none. */
  const [removing, setRemoving] = useState<TaskLine | null>(null);
  // After the first rendering, which equals the server's.
  useEffect(() => setAdding(props.isAdding), [props.isAdding]);

  const say = useCallback((said: string) => setPage((now) => ({ ...now, said })), [setPage]);
  const live = useMemo((): TasksLive & { removeWithFile(id: string): void } => {
    const run = async (work: Promise<void>, said: string) => {
      try {
        await work;
        say(said);
      } catch (error) {
        say(messageOf(error, text));
      }
      await refresh();
    };
    return {
      add: () => setAdding(true),
      step: (step: TaskStep, id: string) => {
        if (step === 'choose') setChoosing(id);
        else if (step === 'retry') void run(api.retry(id), t('drive.tasks.did.retried'));
        else if (step === 'remove-file') setRemoving(page.tasks.find((task) => task.id === id) ?? null);
        else void run(api.remove(id, false), t('drive.tasks.did.removed'));
      },
      removeWithFile: (id: string) => void run(api.remove(id, true), t('drive.tasks.did.trashed')),
      clear: () => void run(api.clear(filter), t('drive.tasks.did.removed')),
    };
  }, [api, filter, page.tasks, refresh, say, t, text]);

  useEarlierTransfers(drive);
  const transfers = drive.state.transfers.value;
  const tasks = useWithoutOwn(page.tasks, transfers?.list ?? null);
  const hasTransfers = transfers?.hasItems.value || drive.downloads.items.value.length > 0;
  const TransferSection = useLate(hasTransfers, loadSection);

  useFocusRestored(isAdding || removing !== null || choosing !== '');

  return (
    <>
      <LeaveGuard drive={drive} />
      <TasksPageView
        {...page}
        tasks={tasks}
        live={live}
        trouble={trouble}
        own={
          TransferSection && transfers && props.pageToken === '' ? (
            <TransferSection drive={drive} transfers={transfers} filter={filter} />
          ) : null
        }
      />
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
      {removing ? (
        <ConfirmDialog
          title={t('drive.tasks.remove_file.title')}
          text={t('drive.tasks.remove_file.text', { name: removing.name })}
          submit={t('drive.action.trash')}
          onSubmit={() => live.removeWithFile(removing.id)}
          onClose={() => setRemoving(null)}
        />
      ) : null}
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
