/** Downloads into a folder, in the panel: progress, result and buttons of each. Loaded at first use. */
import { CircleAlert, CircleCheck, Pause, Play, RotateCw, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DownloadHalt, DownloadItem, FileProblem } from '#client/transfer/download/download.state.ts';
import { IconButton } from '#client/ui/button.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { MiddleName } from '#client/ui/middle-name.tsx';
import { ProgressBar } from '#client/ui/progress.tsx';
import type { MessageKey } from '#shared/locale/keys.gen.ts';
import type { DriveContext } from '../drive.context.ts';
import { useTimeLeft } from './time-left.ts';

type PlainKey = MessageKey & `drive.download.${string}`;

const HALT_LABELS: Readonly<Record<DownloadHalt, PlainKey>> = {
  permission: 'drive.download.halt.permission',
  full: 'drive.download.halt.full',
  folder: 'drive.download.halt.folder',
  signed_out: 'drive.download.halt.signed_out',
  server: 'drive.download.halt.server',
};

const PROBLEM_LABELS: Readonly<Record<FileProblem, PlainKey>> = {
  gone: 'drive.download.problem.gone',
  refused: 'drive.download.problem.refused',
  write: 'drive.download.problem.write',
  name: 'drive.download.problem.name',
  server: 'drive.download.problem.server',
};

export function DownloadLines({ drive }: { drive: DriveContext }): ReactNode {
  return (
    <ul>
      {drive.downloads.items.value.map((item) => (
        <DownloadLine key={item.id} item={item} drive={drive} />
      ))}
    </ul>
  );
}

export function DownloadLine({ item, drive }: { item: DownloadItem; drive: DriveContext }): ReactNode {
  const { tn } = useT();
  const name = item.more > 0 ? tn('drive.download.more', item.more, { name: item.name }) : item.name;
  const isUnderway = item.phase === 'running' || item.phase === 'offline' || item.phase === 'paused';
  return (
    <li className="border-t border-line ps-4 pe-1 first:border-t-0" data-download={item.phase}>
      <div className="flex min-h-15 items-center py-1">
        <div className="me-3 min-w-0 flex-1 py-1">
          <p className="text-sm font-medium" title={name}>
            <MiddleName name={name} />
          </p>
          {isUnderway ? (
            <div className={item.phase === 'running' ? 'my-1' : 'my-1 opacity-60'}>
              {item.sizeBytes === null ? (
                <ProgressBar label={name} />
              ) : (
                <ProgressBar label={name} value={item.doneBytes} max={Math.max(1, item.sizeBytes)} />
              )}
            </div>
          ) : null}
          <State item={item} />
        </div>
        <Buttons item={item} name={name} drive={drive} />
      </div>
      {item.failedFiles > 0 ? <Failures item={item} /> : null}
    </li>
  );
}

function Failures({ item }: { item: DownloadItem }): ReactNode {
  const { t, tn } = useT();
  const others = item.failedFiles - item.failures.length;
  return (
    <details className="pe-3 pb-2 text-xs">
      <summary className="min-h-11 content-center text-danger">{tn('drive.download.failed', item.failedFiles)}</summary>
      <ul>
        {item.failures.map(({ id, name, problem }) => (
          <li key={id} className="py-1">
            <p className="break-words font-medium">{name}</p>
            <p className="text-muted">{t(PROBLEM_LABELS[problem])}</p>
          </li>
        ))}
        {others > 0 ? <li className="py-1 text-muted">{tn('drive.download.others', others)}</li> : null}
      </ul>
    </details>
  );
}

function Buttons({ item, name, drive }: { item: DownloadItem; name: string; drive: DriveContext }): ReactNode {
  const { t } = useT();
  const { run } = drive.downloads;
  const { id, phase } = item;
  if (phase === 'done') return <CircleCheck size={20} className="me-3 flex-none text-ok" aria-hidden="true" />;
  if (phase === 'cancelled') return null;
  return (
    <>
      {phase === 'running' || phase === 'offline' ? (
        <IconButton
          label={t('drive.transfer.pause', { name })}
          icon={<Pause size={18} aria-hidden="true" />}
          onClick={() => run((engine) => engine.pause(id))}
        />
      ) : null}
      {phase === 'paused' || phase === 'unfinished' ? (
        <IconButton
          label={t('drive.transfer.go_on', { name })}
          icon={<Play size={18} aria-hidden="true" />}
          onClick={() => run((engine) => engine.resume(id))}
        />
      ) : null}
      {phase === 'failed' ? (
        <IconButton
          label={t('drive.transfer.retry', { name })}
          icon={<RotateCw size={18} aria-hidden="true" />}
          onClick={() => run((engine) => engine.resume(id))}
        />
      ) : null}
      <IconButton
        label={t('drive.transfer.cancel', { name })}
        icon={<X size={18} aria-hidden="true" />}
        onClick={() => run((engine) => engine.cancel(id))}
      />
    </>
  );
}

function State({ item }: { item: DownloadItem }): ReactNode {
  const { t, tn } = useT();
  const format = useFormat();
  const left = useTimeLeft(item.leftSeconds);
  const { phase, doneFiles, foundFiles, files, folder } = item;
  if (item.problem !== null)
    return (
      <p className="flex gap-1.5 text-xs text-danger">
        <CircleAlert size={16} className="mt-0.5 flex-none" aria-hidden="true" />
        {t(HALT_LABELS[item.problem])}
      </p>
    );
  const running = [
    files === null
      ? tn('drive.download.count', doneFiles)
      : tn('drive.download.files', files, { done: format.number(doneFiles) }),
    item.sizeBytes === null ? format.bytes(item.doneBytes) : null,
    item.sizeBytes === null
      ? null
      : t('drive.transfer.of', { done: format.bytes(item.doneBytes), size: format.bytes(item.sizeBytes) }),
    item.speed > 0 ? t('drive.transfer.speed', { size: format.bytes(Math.round(item.speed)) }) : null,
    left,
  ];
  const done = [
    tn('drive.download.done', doneFiles, { folder }),
    foundFiles > 0 ? tn('drive.download.found', foundFiles) : null,
  ];
  const labels: Readonly<Record<DownloadItem['phase'], readonly (string | null)[]>> = {
    running,
    offline: [t('drive.download.offline')],
    paused: [tn('drive.download.paused', doneFiles)],
    unfinished: [tn('drive.download.unfinished', doneFiles)],
    done,
    failed: done,
    cancelled: [t('drive.transfer.state.cancelled')],
  };
  const shown = labels[phase].filter((part) => part !== null);
  return (
    <p className="text-xs text-muted tabular-nums">
      {shown.map((part, index) => (
        // A line breaks only between them.
        <span key={part} className="inline-block">
          {index < shown.length - 1 ? `${part} ·\u00a0` : part}
        </span>
      ))}
    </p>
  );
}
