/** `/drive/tasks`: background work of every kind with filters. Links and forms; a script adds live progress and the dialog. */
import { Link2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { EmptyState } from '#client/ui/states.tsx';
import { TextArea } from '#client/ui/text-area.tsx';
import { MAX_ADDRESSES } from '#shared/drive/fetch/limits.ts';
import { SHOWN_TYPES, TASK_STATES, type TaskFilter } from '#shared/drive/fetch/task-row.ts';
import type { DriveTasksProps } from '#shared/islands.ts';
import { href } from '#shared/routes.ts';
import { STATE_LABELS, TYPE_LABELS } from './task-labels.ts';
import { TaskLineView, type TaskStep } from './task-line.view.tsx';

export interface TasksLive {
  add(): void;
  step(step: TaskStep, id: string): void;
  clear(): void;
}

export interface TasksPageProps extends DriveTasksProps {
  live?: TasksLive | undefined;
  /** Why the list could not be read again; '' for no trouble. */
  trouble?: string;
  /** Transfers of this browser; null for none. */
  own?: ReactNode;
}

export function tasksHref({ state, type }: TaskFilter, pageToken = ''): string {
  const query = new URLSearchParams();
  if (state !== 'all') query.set('state', state);
  if (type !== 'all') query.set('type', type);
  if (pageToken !== '') query.set('page', pageToken);
  const text = query.toString();
  return text === '' ? href('drive.tasks') : `${href('drive.tasks')}?${text}`;
}

export function TasksPageView(page: TasksPageProps): ReactNode {
  const { t } = useT();
  const { tasks, filter, pageToken, nextPageToken, left, limit, live, trouble = '' } = page;
  const here = tasksHref(filter, pageToken);
  return (
    <div className="drive-page gap-5">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1 className="page-title">{t('drive.tasks.title')}</h1>
          <p className="mt-1 text-muted">{t('drive.tasks.lead')}</p>
          <p className="mt-1 text-sm text-muted" data-left={left}>
            {left > 0 ? t('drive.tasks.left', { left, limit }) : t('drive.tasks.none_left')}
          </p>
        </div>
        <Button
          variant="primary"
          className="needs-script"
          disabled={left === 0}
          icon={<Link2 size={18} aria-hidden="true" />}
          onClick={() => live?.add()}
        >
          {t('drive.tasks.add')}
        </Button>
      </div>
      <noscript>
        <AddForm here={here} />
      </noscript>
      <Filters filter={filter} />
      {page.said === '' ? null : (
        <p role="status" className="notice" data-said>
          {page.said}
        </p>
      )}
      {trouble === '' ? null : (
        <p role="status" className="notice" data-trouble>
          {trouble}
        </p>
      )}
      {page.own}
      {tasks.length === 0 && page.own ? null : tasks.length === 0 ? (
        <Nothing filter={filter} isFirst={pageToken === ''} />
      ) : (
        <ul>
          {tasks.map((task) => (
            <TaskLineView
              key={task.id}
              task={task}
              here={here}
              isMarked={page.marked === task.id}
              onStep={live?.step}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap justify-center gap-3">
        {pageToken === '' ? null : <Button href={tasksHref(filter)}>{t('drive.tasks.newest')}</Button>}
        {nextPageToken === '' ? null : (
          <Button href={tasksHref(filter, nextPageToken)}>{t('drive.tasks.older')}</Button>
        )}
        {tasks.some(({ phase }) => phase === 'PHASE_TYPE_COMPLETE' || phase === 'PHASE_TYPE_ERROR') ? (
          <form
            method="post"
            action={here}
            data-guard
            onSubmit={(event) => {
              if (!live) return;
              event.preventDefault();
              // The form is not sent: its button must not stay busy.
              event.stopPropagation();
              live.clear();
            }}
          >
            <input type="hidden" name="step" value="clear" />
            <Button type="submit">{t('drive.tasks.clear')}</Button>
          </form>
        ) : null}
      </div>
    </div>
  );
}

function Filters({ filter }: { filter: TaskFilter }): ReactNode {
  const { t } = useT();
  return (
    <nav className="grid gap-2" aria-label={t('drive.tasks.state')}>
      <ul className="flex flex-wrap gap-2">
        {TASK_STATES.map((state) => (
          <li key={state}>
            <Button
              size="sm"
              href={tasksHref({ ...filter, state })}
              variant={state === filter.state ? 'quiet' : 'plain'}
              aria-current={state === filter.state ? 'page' : undefined}
            >
              {t(STATE_LABELS[state])}
            </Button>
          </li>
        ))}
      </ul>
      <ul className="flex flex-wrap gap-2" aria-label={t('drive.tasks.type')}>
        {(['all', ...SHOWN_TYPES] as const).map((type) => (
          <li key={type}>
            <Button
              size="sm"
              variant={type === filter.type ? 'quiet' : 'plain'}
              href={tasksHref({ ...filter, type })}
              aria-current={type === filter.type ? 'true' : undefined}
            >
              {t(TYPE_LABELS[type])}
            </Button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Nothing({ filter, isFirst }: { filter: TaskFilter; isFirst: boolean }): ReactNode {
  const { t } = useT();
  const isFiltered = filter.state !== 'all' || filter.type !== 'all' || !isFirst;
  return (
    <EmptyState
      mood={isFiltered ? 'looking' : 'asleep'}
      title={t('drive.tasks.empty.title')}
      text={<p>{t(isFiltered ? 'drive.tasks.empty.filtered' : 'drive.tasks.empty.text')}</p>}
    />
  );
}

/** Without script: the task of a link shows its error. */
function AddForm({ here }: { here: string }): ReactNode {
  const { t } = useT();
  return (
    <form method="post" action={here} className="grid gap-3">
      <input type="hidden" name="step" value="create" />
      <TextArea
        name="urls"
        rows={3}
        required
        label={t('drive.tasks.links')}
        hint={t('drive.tasks.links.hint', { count: MAX_ADDRESSES })}
      />
      <Button type="submit" variant="primary">
        {t('drive.tasks.add')}
      </Button>
    </form>
  );
}
