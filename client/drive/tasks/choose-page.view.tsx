/** The choice among the files of a torrent as a form, for pages without script. Drawn by the server alone. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { MiddleName } from '#client/ui/middle-name.tsx';
import { type FileFolder, fileTree, type TorrentFile } from '#shared/drive/torrent/file-tree.ts';
import { href } from '#shared/routes.ts';

export interface ChoosePageProps {
  readonly taskId: string;
  readonly name: string;
  readonly files: readonly TorrentFile[];
  readonly chosen: ReadonlySet<number>;
  /** The result of a posted form; '' for none. */
  readonly said: string;
}

export function chooseHref(taskId: string): string {
  return `${href('drive.tasks')}?choose=${encodeURIComponent(taskId)}`;
}

export function ChoosePageView({ taskId, name, files, chosen, said }: ChoosePageProps): ReactNode {
  const { t } = useT();
  const format = useFormat();
  const chosenFiles = files.filter(({ index }) => chosen.has(index));
  const size = format.bytes(chosenFiles.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
  return (
    <form method="post" action={chooseHref(taskId)} className="drive-page gap-5">
      <div>
        <h1 className="page-title">{t('drive.tasks.files.choose')}</h1>
        <p className="mt-1 text-muted" title={name}>
          <MiddleName name={name} />
        </p>
        <p className="mt-1 text-sm text-muted" data-chosen={chosenFiles.length}>
          {t('drive.tasks.files.chosen', { count: chosenFiles.length, total: files.length, size })}
        </p>
      </div>
      {said === '' ? null : (
        <p role="alert" className="notice" data-said>
          {said}
        </p>
      )}
      <input type="hidden" name="step" value="choose-files" />
      <input type="hidden" name="id" value={taskId} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" name="mark" value="chosen">
          {t('drive.tasks.files.start')}
        </Button>
        <Button type="submit" name="mark" value="all">
          {t('drive.tasks.files.all')}
        </Button>
        <Button type="submit" name="mark" value="none">
          {t('drive.tasks.files.none')}
        </Button>
        <Button href={href('drive.tasks')}>{t('drive.tasks.back')}</Button>
      </div>
      <Level folder={fileTree(files)} chosen={chosen} />
    </form>
  );
}

function Level({ folder, chosen }: { folder: FileFolder; chosen: ReadonlySet<number> }): ReactNode {
  const format = useFormat();
  return (
    <ul>
      {folder.folders.map((one) => (
        <li key={one.path}>
          <details open={one.indexes.length <= 100}>
            <summary className="flex min-h-11 cursor-pointer items-center gap-3 font-semibold">
              <span className="min-w-0 flex-1">
                <MiddleName name={one.name} />
              </span>
              <span className="flex-none text-sm text-muted">{format.bytes(one.sizeBytes)}</span>
            </summary>
            <div className="border-l border-line pl-4">
              <Level folder={one} chosen={chosen} />
            </div>
          </details>
        </li>
      ))}
      {folder.files.map(({ index, name, sizeBytes }) => (
        <li key={index}>
          <label className="flex min-h-11 min-w-0 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              className="check flex-none"
              name="file"
              value={index}
              defaultChecked={chosen.has(index)}
            />
            <span className="min-w-0 flex-1">
              <MiddleName name={name} />
            </span>
            <span className="flex-none text-sm text-muted">{format.bytes(sizeBytes)}</span>
          </label>
        </li>
      ))}
    </ul>
  );
}
