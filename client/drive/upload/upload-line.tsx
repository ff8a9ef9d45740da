/** One upload in the panel: its progress, result and buttons. */
import { CircleAlert, CircleCheck, FileUp, Pause, Play, RotateCw, X } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { isActive, type UploadItem, type UploadProblem } from '#client/transfer/upload/upload-item.ts';
import { IconButton } from '#client/ui/button.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { MiddleName } from '#client/ui/middle-name.tsx';
import { ProgressBar } from '#client/ui/progress.tsx';
import type { Format } from '#shared/locale/format.ts';
import type { MessageKey } from '#shared/locale/keys.gen.ts';
import type { Translator } from '#shared/locale/translator.ts';
import type { DriveContext } from '../drive.context.ts';
import { askForFiles } from './ask-for-files.ts';

type PlainKey = MessageKey & (`drive.transfer.problem.${string}` | `errors.${string}`);

const PROBLEM_LABELS: Readonly<Record<Exclude<UploadProblem, 'network'>, PlainKey>> = {
  space: 'drive.transfer.problem.space',
  day: 'errors.upload_day_limit',
  deleted: 'errors.deleted_space_not_free',
  server_full: 'errors.storage_full',
  large: 'drive.transfer.problem.large',
  signed_out: 'drive.transfer.problem.signed_out',
  folder: 'drive.transfer.problem.folder',
  name: 'drive.transfer.problem.name',
  changed: 'drive.transfer.problem.changed',
  busy: 'drive.transfer.problem.busy',
  server: 'drive.transfer.problem.server',
  over: 'drive.transfer.problem.over',
  other: 'drive.transfer.problem.stranger',
};

const HALTED: readonly UploadItem['phase'][] = ['paused', 'offline', 'unfinished'];

export interface UploadLineProps {
  item: UploadItem;
  drive: DriveContext;
  /** There is no network. */
  isOffline: boolean;
}

function Line({ item, drive, isOffline }: UploadLineProps): ReactNode {
  const { t } = useT();
  const { id, name, phase, canReopen = false } = item;
  const isHalted = HALTED.includes(phase) && item.sentBytes > 0;
  return (
    <div className="flex min-h-15 items-center py-1 ps-4 pe-1" data-upload={phase}>
      <div className="me-3 min-w-0 flex-1 py-1">
        <p className="text-sm font-medium" title={name}>
          <MiddleName name={name} />
        </p>
        {phase === 'sending' || item.checkedBytes > 0 || isHalted ? (
          <div className={isHalted ? 'my-1 opacity-60' : 'my-1'}>
            <ProgressBar
              label={name}
              value={item.checkedBytes > 0 ? item.checkedBytes : item.sentBytes}
              max={Math.max(1, item.sizeBytes)}
            />
          </div>
        ) : null}
        <LineState item={item} drive={drive} isOffline={isOffline} />
        {item.isShortened && item.problem === null ? (
          <p className="text-xs text-muted">{t('drive.transfer.shortened')}</p>
        ) : null}
      </div>
      <LineButtons id={id} name={name} phase={phase} canReopen={canReopen} drive={drive} />
    </div>
  );
}

/** Drawn again when its own upload changes; a change of another leaves it. */
export const UploadLine = memo(Line);

interface ButtonsProps extends Pick<UploadItem, 'id' | 'name' | 'phase'> {
  canReopen: boolean;
  drive: DriveContext;
}

/** Progress leaves the buttons as they are. */
const LineButtons = memo(function LineButtons({ id, name, phase, canReopen, drive }: ButtonsProps): ReactNode {
  const { t } = useT();
  const { uploads, state } = drive;
  if (phase === 'done') return <CircleCheck size={20} className="me-3 flex-none text-ok" aria-hidden="true" />;
  return (
    <>
      {phase === 'failed' || phase === 'cancelled' || phase === 'offline' ? (
        <IconButton
          label={t('drive.transfer.retry', { name })}
          icon={<RotateCw size={18} aria-hidden="true" />}
          onClick={() => uploads.retry(id, state.place.value === 'all' ? state.folderId.value : undefined)}
        />
      ) : null}
      {isActive({ phase }) ? (
        <IconButton
          label={t('drive.transfer.pause', { name })}
          icon={<Pause size={18} aria-hidden="true" />}
          onClick={() => uploads.pause(id)}
        />
      ) : null}
      {phase === 'paused' || (phase === 'unfinished' && canReopen) ? (
        <IconButton
          label={t('drive.transfer.go_on', { name })}
          icon={<Play size={18} aria-hidden="true" />}
          onClick={() => (phase === 'paused' ? uploads.resume(id) : uploads.reopen(id))}
        />
      ) : null}
      {phase === 'unfinished' ? (
        <IconButton
          label={t('drive.transfer.again.file', { name })}
          icon={<FileUp size={18} aria-hidden="true" />}
          onClick={() => askForFiles('file', (picked) => uploads.chooseAgain(picked, id))}
        />
      ) : null}
      {phase === 'cancelled' ? null : (
        <IconButton
          label={t('drive.transfer.cancel', { name })}
          icon={<X size={18} aria-hidden="true" />}
          onClick={() => uploads.cancel(id)}
        />
      )}
    </>
  );
});

/** The text below the name of an upload without a problem. */
function stateText({ t }: Translator, format: Format, item: UploadItem, isOffline: boolean): string {
  if (isOffline && isActive(item)) return t('drive.transfer.state.offline');
  const size = format.bytes(item.sizeBytes);
  const part = () => ({ done: format.bytes(item.sentBytes), size });
  switch (item.phase) {
    case 'waiting':
      return t('drive.transfer.state.waiting');
    case 'sending':
      return t('drive.transfer.of', part());
    case 'checking':
      return t('drive.transfer.state.checking');
    case 'offline':
      return t('drive.transfer.state.offline');
    case 'paused':
      return t('drive.transfer.state.paused', part());
    case 'unfinished':
      return t(item.canReopen ? 'drive.transfer.state.reopen' : 'drive.transfer.state.unfinished', part());
    case 'done':
      return item.isInstant ? t('drive.transfer.state.instant', { size }) : size;
    case 'failed':
      return '';
    case 'cancelled':
      return t(item.isFreed ? 'drive.transfer.state.freed' : 'drive.transfer.state.cancelled');
  }
}

function LineState({ item, drive, isOffline }: UploadLineProps): ReactNode {
  const translator = useT();
  const format = useFormat();
  if (item.problem === null || item.problem === 'network')
    return <p className="text-xs text-muted tabular-nums">{stateText(translator, format, item, isOffline)}</p>;
  const { usageBytes, limitBytes } = drive.state.storage.value;
  const leftBytes = Math.max(0, limitBytes - usageBytes);
  const problem =
    item.problem === 'space' && leftBytes > 0
      ? translator.t('drive.space.line', { size: format.bytes(item.sizeBytes), left: format.bytes(leftBytes) })
      : translator.t(PROBLEM_LABELS[item.problem]);
  return (
    <p className="flex gap-1.5 text-xs text-danger">
      <CircleAlert size={16} className="mt-0.5 flex-none" aria-hidden="true" />
      {problem}
    </p>
  );
}
