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
import { isActive, isRemovable, type TaskLine } from '#shared/drive/fetch/task-row.ts';
import { actionHref } from '#shared/navigation/actions.ts';
import { phaseLabel, reasonLabel } from './task-labels.ts';

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

export function TaskLineView({ task, here, isMarked, onStep }: TaskLineProps): ReactNode {
  const translator = useT();
  const { t } = translator;
  const format = useFormat();
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
