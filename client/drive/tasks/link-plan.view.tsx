/** The plan before fetches start: names, sizes, the folder, the storage afterwards and the links left today. */
import { Link2, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { MiddleName } from '#client/ui/middle-name.tsx';
import { FileChoice } from './file-choice.tsx';
import { bytesOf, filesOf, isUnknownTorrent, type Plan } from './link-plan.ts';
import { reasonLabel } from './reason-label.ts';

interface PlanViewProps {
  plan: Plan;
  /** Name of the folder that the files are saved to. */
  folderName: string;
  /** Why tasks could not be started; '' for none. */
  error: string;
  onChoose: (url: string, files: ReadonlySet<number>) => void;
}

export function PlanView({
  plan: { found, limits, storage, chosen },
  folderName,
  error,
  onChoose,
}: PlanViewProps): ReactNode {
  const translator = useT();
  const { t } = translator;
  const format = useFormat();
  const good = found.filter(({ meta }) => meta.status !== 'ERROR');
  const bytes = good.reduce((sum, resource) => sum + bytesOf(resource, chosen), 0);
  const used = storage.usageBytes + bytes;
  const list = useMemo(() => found.map((resource) => ({ resource, key: resource.meta.url })), [found]);
  // The plan replaces the field that had the focus.
  useEffect(() => document.querySelector<HTMLElement>('[data-plan]')?.focus(), []);
  return (
    <div data-plan tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-3 outline-none">
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {list.map(({ resource, resource: { name, file_size, meta }, key }) => (
          <li key={key} className="flex items-start gap-3">
            <span className="flex-none text-muted">
              {meta.status === 'ERROR' ? (
                <TriangleAlert size={20} className="text-danger" aria-hidden="true" />
              ) : (
                <Link2 size={20} aria-hidden="true" />
              )}
            </span>
            <span className="min-w-0 flex-1">
              <MiddleName name={name === '' ? meta.url : name} />
              <span className={meta.status === 'ERROR' ? 'block text-sm text-danger' : 'block text-sm text-muted'}>
                {meta.status === 'ERROR'
                  ? reasonLabel(meta.error, translator)
                  : meta.status === 'UNKNOWN'
                    ? t(isUnknownTorrent(resource) ? 'drive.tasks.files.later' : 'drive.tasks.size_unknown')
                    : format.bytes(Number(file_size))}
              </span>
              {resource.dir ? (
                <FileChoice
                  files={filesOf(resource)}
                  chosen={chosen.get(meta.url) ?? new Set()}
                  onChoose={(files) => onChoose(meta.url, files)}
                />
              ) : null}
            </span>
          </li>
        ))}
      </ul>
      <div className="grid gap-1 rounded-md bg-sunken p-3 text-sm">
        <p className="flex gap-2">
          <span className="flex-none">{t('drive.tasks.target')}</span>
          <span className="min-w-0 truncate font-semibold">{folderName}</span>
        </p>
        <p>{t('drive.tasks.after', { used: format.bytes(used), limit: format.bytes(storage.limitBytes) })}</p>
        <p>{t('drive.tasks.left', { left: limits.left, limit: limits.per_day })}</p>
        {used > storage.limitBytes ? <p className="text-danger">{t('drive.tasks.too_large')}</p> : null}
        {good.length > limits.left ? <p className="text-danger">{t('drive.tasks.too_many')}</p> : null}
      </div>
      {error === '' ? null : (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
