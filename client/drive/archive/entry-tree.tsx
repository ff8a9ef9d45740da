/** A tree of boxes for the files and folders of an archive, and one for all. A folder is read when it opens. */
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { MiddleName } from '#client/ui/middle-name.tsx';
import { messageOf } from '#shared/error-message.ts';
import type { ArchiveFolder, ArchiveRow } from './archive-folder.ts';
import { type Choice, stateOf, toggle } from './choice.rules.ts';

export interface EntryTreeProps {
  /** Of the top. */
  rows: readonly ArchiveRow[];
  choice: Choice;
  onChoose: (choice: Choice) => void;
  /** @throws ApiError */
  list: (path: string) => Promise<ArchiveFolder>;
}

/** Rows that are drawn of one folder, and that more are drawn at a time. */
const DRAWN = 500;

interface Tree extends Pick<EntryTreeProps, 'choice' | 'list'> {
  readonly press: (path: string) => void;
  readonly read: (path: string, rows: readonly ArchiveRow[]) => void;
}

export function EntryTree({ rows, choice, onChoose, list }: EntryTreeProps): ReactNode {
  const { t } = useT();
  const known = useRef(new Map<string, readonly string[]>());
  known.current.set(
    '',
    rows.map(({ path }) => path),
  );
  const tree: Tree = {
    choice,
    list,
    press: (path) => onChoose(toggle(choice, path, (folder) => known.current.get(folder) ?? [])),
    read: (path, found) =>
      void known.current.set(
        path,
        found.map((row) => row.path),
      ),
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <Box path="" tree={tree}>
        <span className="font-semibold">{t('drive.extract.all')}</span>
      </Box>
      <div className="max-h-[50dvh] overflow-y-auto rounded-md border border-line px-2">
        <Level rows={rows} tree={tree} />
      </div>
    </div>
  );
}

function Box({ path, tree, children }: { path: string; tree: Tree; children: ReactNode }): ReactNode {
  const state = stateOf(tree.choice, path);
  return (
    <label className="flex min-h-11 min-w-0 flex-1 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        className="checkbox flex-none"
        checked={state === 'all'}
        ref={(box) => {
          if (box) box.indeterminate = state === 'some';
        }}
        onChange={() => tree.press(path)}
      />
      {children}
    </label>
  );
}

function Level({ rows, tree }: { rows: readonly ArchiveRow[]; tree: Tree }): ReactNode {
  const { t } = useT();
  const format = useFormat();
  const [drawn, setDrawn] = useState(DRAWN);
  return (
    <ul>
      {rows.slice(0, drawn).map(({ path, name, isFolder, sizeBytes }, index) =>
        isFolder ? (
          <Folder key={`${path}/`} path={path} name={name} tree={tree} />
        ) : (
          // An archive may have two files of one path.
          <li key={`${path} ${rows[index - 1]?.path === path ? index : ''}`} className="flex">
            <Box path={path} tree={tree}>
              <span className="min-w-0 flex-1">
                <MiddleName name={name} />
              </span>
              <span className="flex-none text-sm text-muted">{format.bytes(sizeBytes)}</span>
            </Box>
          </li>
        ),
      )}
      {rows.length > drawn ? (
        <li>
          <Button variant="plain" size="sm" onClick={() => setDrawn(drawn + DRAWN)}>
            {t('drive.extract.more')}
          </Button>
        </li>
      ) : null}
    </ul>
  );
}

function Folder({ path, name, tree }: { path: string; name: string; tree: Tree }): ReactNode {
  const { t, text } = useT();
  const [isOpen, setOpen] = useState(false);
  const [rows, setRows] = useState<readonly ArchiveRow[] | null>(null);
  const [problem, setProblem] = useState('');

  async function open(): Promise<void> {
    setOpen(!isOpen);
    if (isOpen || rows) return;
    setProblem('');
    try {
      const found = await tree.list(path);
      tree.read(path, found.rows);
      setRows(found.rows);
    } catch (error) {
      setProblem(messageOf(error, text));
    }
  }

  return (
    <li>
      <div className="flex items-center gap-1">
        <Box path={path} tree={tree}>
          <span className="min-w-0 flex-1 font-medium">
            <MiddleName name={name} />
          </span>
        </Box>
        <button
          type="button"
          className="btn btn-icon"
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'drive.extract.collapse' : 'drive.extract.expand', { name })}
          onClick={() => void open()}
        >
          <ChevronRight size={18} aria-hidden="true" className={isOpen ? 'rotate-90' : undefined} />
        </button>
      </div>
      {isOpen ? (
        <div className="ps-4">{rows ? <Level rows={rows} tree={tree} /> : <Waiting problem={problem} />}</div>
      ) : null}
    </li>
  );
}

function Waiting({ problem }: { problem: string }): ReactNode {
  const { t } = useT();
  return problem === '' ? (
    <p role="status" className="py-2 text-sm text-muted">
      {t('ui.loading')}
    </p>
  ) : (
    <p role="alert" className="py-2 text-sm text-danger">
      {problem}
    </p>
  );
}
