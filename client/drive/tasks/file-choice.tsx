/** Chooses files of a torrent: a tree with a box for each folder and file, and one for all. Folders are drawn when they open. */
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { MiddleName } from '#client/ui/middle-name.tsx';
import { type FileFolder, fileTree, type TorrentFile } from '#shared/drive/torrent/file-tree.ts';

interface FileChoiceProps {
  files: readonly TorrentFile[];
  chosen: ReadonlySet<number>;
  onChoose: (chosen: ReadonlySet<number>) => void;
}

/** Bytes of the chosen ones. */
export function chosenBytes(files: readonly TorrentFile[], chosen: ReadonlySet<number>): number {
  return files.reduce((sum, { index, sizeBytes }) => sum + (chosen.has(index) ? sizeBytes : 0), 0);
}

export function FileChoice({ files, chosen, onChoose }: FileChoiceProps): ReactNode {
  const { t } = useT();
  const format = useFormat();
  const tree = useMemo(() => fileTree(files), [files]);
  const set = (indexes: readonly number[], isOn: boolean): void => {
    const next = new Set(chosen);
    for (const index of indexes) {
      if (isOn) next.add(index);
      else next.delete(index);
    }
    onChoose(next);
  };
  const size = format.bytes(chosenBytes(files, chosen));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <Box indexes={tree.indexes} chosen={chosen} onSet={set}>
        <span className="font-semibold">{t('drive.tasks.files.all')}</span>
      </Box>
      <div className="max-h-64 overflow-y-auto rounded-md border border-line px-2">
        <Level folder={tree} chosen={chosen} set={set} />
      </div>
      <p className="text-sm text-muted" aria-live="polite">
        {t('drive.tasks.files.chosen', { count: chosen.size, total: files.length, size })}
      </p>
    </div>
  );
}

interface BoxProps {
  indexes: readonly number[];
  chosen: ReadonlySet<number>;
  onSet: (indexes: readonly number[], isOn: boolean) => void;
  children: ReactNode;
}

function Box({ indexes, chosen, onSet, children }: BoxProps): ReactNode {
  const count = indexes.reduce((sum, index) => sum + (chosen.has(index) ? 1 : 0), 0);
  const isAll = count === indexes.length;
  return (
    <label className="flex min-h-11 min-w-0 flex-1 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        className="checkbox flex-none"
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && !isAll;
        }}
        onChange={() => onSet(indexes, !isAll)}
      />
      {children}
    </label>
  );
}

interface LevelProps {
  folder: FileFolder;
  chosen: ReadonlySet<number>;
  set: BoxProps['onSet'];
}

function Level({ folder, chosen, set }: LevelProps): ReactNode {
  const format = useFormat();
  return (
    <ul>
      {folder.folders.map((one) => (
        <Folder key={one.path} folder={one} chosen={chosen} set={set} />
      ))}
      {folder.files.map(({ index, name, sizeBytes }) => (
        <li key={index} className="flex" style={{ contentVisibility: 'auto', containIntrinsicSize: 'auto 2.75rem' }}>
          <Box indexes={[index]} chosen={chosen} onSet={set}>
            <span className="min-w-0 flex-1">
              <MiddleName name={name} />
            </span>
            <span className="flex-none text-sm text-muted">{format.bytes(sizeBytes)}</span>
          </Box>
        </li>
      ))}
    </ul>
  );
}

function Folder({ folder, chosen, set }: LevelProps): ReactNode {
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <div className="flex items-center gap-1">
        <Box indexes={folder.indexes} chosen={chosen} onSet={set}>
          <span className="min-w-0 flex-1">
            <MiddleName name={folder.name} />
          </span>
          <span className="flex-none text-sm text-muted">{format.bytes(folder.sizeBytes)}</span>
        </Box>
        <button
          type="button"
          className="grid size-11 flex-none place-items-center text-muted"
          aria-expanded={isOpen}
          aria-label={folder.name}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRight size={20} aria-hidden="true" className={isOpen ? 'rotate-90' : ''} />
        </button>
      </div>
      {isOpen ? (
        <div className="pl-4">
          <Level folder={folder} chosen={chosen} set={set} />
        </div>
      ) : null}
    </li>
  );
}
