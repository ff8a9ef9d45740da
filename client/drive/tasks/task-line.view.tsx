/** One task: name, phase, progress and buttons. Without script each button is a form. */
import {
  Copy,
  FolderArchive,
  FolderInput,
  HardDriveDownload,
  Link2,
  ListChecks,
  PackageOpen,
  RotateCw,
  Share2,
  Trash2,
  Upload,
  X,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '#client/ui/button.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { MiddleName } from '#client/ui/middle-name.tsx';
import { ProgressBar } from '#client/ui/progress.tsx';
import { isActive, isRemovable, type TaskGroupLine, type TaskLine } from '#shared/drive/fetch/task-row.ts';
import { listingHref } from '#shared/drive/places.ts';
import { isolated } from '#shared/locale/isolated.ts';
import { actionHref } from '#shared/navigation/actions.ts';
import { reasonLabel } from './reason-label.ts';
import { phaseLabel } from './task-labels.ts';

export type TaskStep = 'retry' | 'remove' | 'remove-file' | 'choose';

export interface TaskLineProps {
  task: TaskLine;
  /** Address of the page: its forms post to it. */
  here: string;
  isMarked: boolean;
  /** Of a script; absent: the form is posted. */
  onStep?: ((step: TaskStep, id: string) => void) | undefined;
}

const ICONS: Readonly<Record<string, typeof Link2>> = {
  offline: Link2,
  upload: Upload,
  restore: Share2,
  copy: Copy,
  move: FolderInput,
  decompress: PackageOpen,
  pack_files: FolderArchive,
};

/** Finished uploads into one folder: one line that unfolds. */
function GroupLine({ task, group }: { task: TaskLine; group: TaskGroupLine }): ReactNode {
  const translator = useT();
  const { t, tn } = translator;
  const format = useFormat();
  const { files, names, folderId, folderName } = group;
  const folder = folderId === '' ? t('ui.sidebar.all_files') : isolated(folderName);
  return (
    <li data-task={task.id} data-phase={task.phase} className="border-b border-line py-3">
      <div className="flex items-start gap-3">
        <span className="grid size-11 flex-none place-items-center rounded-md bg-sunken text-muted">
          <Upload size={20} aria-hidden="true" />
        </span>
        <details className="min-w-0 flex-1">
          <summary className="min-h-11 cursor-pointer">
            <span className="font-semibold wrap-anywhere">{tn('drive.tasks.group', files, { folder })}</span>
            <span className="block text-sm text-muted">
              {phaseLabel(task, translator)} · {format.bytes(task.sizeBytes)}
            </span>
          </summary>
          <ul className="mt-2 grid gap-1 text-sm text-muted wrap-anywhere">
            {names.map((name, at) => (
              // Two files of one name have gone to the trash and come again.
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
              <li key={`${at} ${name}`}>{name}</li>
            ))}
            {files > names.length ? <li>…</li> : null}
          </ul>
        </details>
        <IconButton
          href={listingHref({ place: 'all', folderId, query: '' })}
          label={t('drive.tasks.show')}
          icon={<FolderInput size={20} aria-hidden="true" />}
        />
      </div>
    </li>
  );
}

export function TaskLineView({ task, here, isMarked, onStep }: TaskLineProps): ReactNode {
  const translator = useT();
  const { t } = translator;
  const format = useFormat();
  if (task.group) return <GroupLine task={task} group={task.group} />;
  const Icon = ICONS[task.type] ?? HardDriveDownload;
  const isOpen = isActive(task);
  const facts = [
    phaseLabel(task, translator),
    isOpen && task.doneBytes > 0 && task.progress < 99
      ? t('drive.tasks.progress', { done: format.bytes(task.doneBytes), size: format.bytes(task.sizeBytes) })
      : task.sizeBytes > 0
        ? format.bytes(task.sizeBytes)
        : '',
    isOpen && task.bytesPerSecond > 0 ? t('drive.transfer.speed', { size: format.bytes(task.bytesPerSecond) }) : '',
  ].filter((fact) => fact !== '');
  const isDone = task.phase === 'PHASE_TYPE_COMPLETE';
  return (
    <li
      id={`task-${task.id}`}
      data-task={task.id}
      data-phase={task.phase}
      className={`grid grid-cols-[minmax(0,1fr)] gap-2 border-b border-line py-3 ${isMarked ? 'bg-sunken' : ''}`}
    >
      <div className="flex items-center gap-3">
        <span className="grid size-11 flex-none place-items-center rounded-md bg-sunken text-muted">
          <Icon size={20} aria-hidden="true" />
        </span>
        <div className="min-w-0 flex-1">
          <p className="font-semibold" title={task.url === '' ? task.name : task.url}>
            <MiddleName name={task.name} />
          </p>
          <p className="text-sm text-muted">{facts.join(' · ')}</p>
          {task.error === '' || isDone ? null : (
            <p className={isOpen ? 'text-sm text-muted' : 'text-sm text-danger'}>
              {reasonLabel(task.error, translator)}
            </p>
          )}
        </div>
        <div className="flex flex-none">
          {isDone && task.fileId !== '' ? (
            <IconButton
              href={`${actionHref('highlight_files')}&ids=${encodeURIComponent(task.fileId)}`}
              label={t('drive.tasks.show')}
              icon={<FolderInput size={20} aria-hidden="true" />}
            />
          ) : null}
          {task.stage === 'choosing' && isOpen ? (
            <Step
              step="choose"
              label={t('drive.tasks.files.choose')}
              icon={<ListChecks size={20} aria-hidden="true" />}
              task={task}
              here={here}
              onStep={onStep}
            />
          ) : null}
          {task.isRetryable ? (
            <Step
              step="retry"
              label={t('drive.tasks.retry')}
              icon={<RotateCw size={20} aria-hidden="true" />}
              task={task}
              here={here}
              onStep={onStep}
            />
          ) : null}
          {isDone && task.type === 'offline' ? (
            <Step
              step="remove-file"
              label={t('drive.tasks.remove_file')}
              icon={<Trash2 size={20} aria-hidden="true" />}
              task={task}
              here={here}
              onStep={onStep}
            />
          ) : null}
          {isRemovable(task) ? (
            <Step
              step="remove"
              label={t(isOpen ? 'drive.tasks.cancel' : 'drive.tasks.remove')}
              icon={<X size={20} aria-hidden="true" />}
              task={task}
              here={here}
              onStep={onStep}
            />
          ) : null}
        </div>
      </div>
      {isOpen ? (
        <ProgressBar label={task.name} {...(task.progress > 0 ? { value: task.progress, max: 100 } : {})} />
      ) : null}
    </li>
  );
}

interface StepProps extends Pick<TaskLineProps, 'task' | 'here' | 'onStep'> {
  step: TaskStep;
  label: string;
  icon: ReactNode;
}

function Step({ step, label, icon, task, here, onStep }: StepProps): ReactNode {
  return (
    <form
      method="post"
      action={here}
      data-guard
      onSubmit={(event) => {
        if (!onStep) return;
        event.preventDefault();
        // The form is not sent: its button must not stay busy.
        event.stopPropagation();
        onStep(step, task.id);
      }}
    >
      <input type="hidden" name="step" value={step} />
      <input type="hidden" name="id" value={task.id} />
      <IconButton type="submit" label={label} icon={icon} />
    </form>
  );
}
