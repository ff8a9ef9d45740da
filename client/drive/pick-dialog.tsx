/** Chooses a folder to move or copy into: a tree of radio buttons whose branches are loaded when they are opened. */
import { ChevronRight, Folder } from 'lucide-react';
import type { ReactNode } from 'react';
import { useEffect, useId, useState } from 'react';
import { sentenceOf } from '#client/api/errors.ts';
import { Button } from '#client/ui/button.tsx';
import { classes } from '#client/ui/classes.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { useT } from '#client/ui/i18n.tsx';
import type { DriveRow } from '#shared/drive/rows.ts';
import type { Destination } from './change.actions.ts';
import type { ListPage } from './drive.api.ts';
import { canReceive } from './drive.can.ts';

export type LoadFolders = (parentId: string, pageToken: string) => Promise<ListPage>;

export interface PickDialogProps {
  mode: 'move' | 'copy';
  rows: readonly DriveRow[];
  /** Where they are now: moving there would change nothing. */
  hereId: string;
  loadFolders: LoadFolders;
  onPick: (to: Destination) => void;
  onClose: () => void;
}

interface Choice {
  readonly field: string;
  readonly chosen: Destination | null;
  readonly choose: (to: Destination) => void;
  readonly mayChoose: (id: string) => boolean;
  readonly loadFolders: LoadFolders;
  readonly moving: readonly string[];
}

export function PickDialog({ mode, rows, hereId, loadFolders, onPick, onClose }: PickDialogProps): ReactNode {
  const { t, tn } = useT();
  const [chosen, setChosen] = useState<Destination | null>(null);
  const moving = rows.map((row) => row.id);
  const choice: Choice = {
    field: useId(),
    chosen,
    choose: setChosen,
    mayChoose: (id) => canReceive(id, moving) && (mode === 'copy' || id !== hereId),
    loadFolders,
    moving,
  };
  return (
    <Dialog
      open
      title={mode === 'move' ? tn('drive.pick.move', rows.length) : tn('drive.pick.copy', rows.length)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('drive.cancel')}</Button>
          <Button
            variant="primary"
            disabled={chosen === null}
            onClick={() => {
              if (chosen === null) return;
              onClose();
              onPick(chosen);
            }}
          >
            {t(mode === 'move' ? 'drive.pick.move_here' : 'drive.pick.copy_here')}
          </Button>
        </>
      }
    >
      <fieldset className="max-h-[50dvh] min-h-40 overflow-y-auto rounded-md border border-line p-1">
        <legend className="sr-only">{t('drive.pick.folders')}</legend>
        <ul>
          <Branch folder={{ id: '', name: t('ui.sidebar.all_files') }} depth={0} isOpenAtFirst choice={choice} />
        </ul>
      </fieldset>
    </Dialog>
  );
}

interface BranchProps {
  folder: Destination;
  depth: number;
  isOpenAtFirst?: boolean;
  choice: Choice;
}

function Branch({ folder, depth, isOpenAtFirst = false, choice }: BranchProps): ReactNode {
  const { t } = useT();
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const isAllowed = choice.mayChoose(folder.id);
  return (
    <li>
      <div className={classes('flex items-center rounded-sm', choice.chosen?.id === folder.id && 'bg-accent-soft')}>
        <span className={DEPTHS[Math.min(depth, DEPTHS.length - 1)]} />
        <button
          type="button"
          className="btn btn-icon"
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'drive.pick.close' : 'drive.pick.open', { name: folder.name })}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRight size={18} className={isOpen ? 'rotate-90' : undefined} aria-hidden="true" />
        </button>
        <label
          className={classes(
            'flex min-h-11 min-w-0 flex-1 items-center gap-3 pe-2',
            isAllowed ? 'cursor-pointer' : 'text-muted',
          )}
        >
          <input
            type="radio"
            className="checkbox"
            name={choice.field}
            checked={choice.chosen?.id === folder.id}
            disabled={!isAllowed}
            onChange={() => choice.choose(folder)}
          />
          <Folder size={20} strokeWidth={1.6} className="kind kind-folder" aria-hidden="true" />
          <span className="min-w-0">{folder.name}</span>
        </label>
      </div>
      {isOpen ? <Twigs parentId={folder.id} depth={depth + 1} choice={choice} /> : null}
    </li>
  );
}

/** How far in a branch stands; deeper ones stay at the last step, so that names keep their room. */
const DEPTHS = ['', 'ms-5', 'ms-10', 'ms-15', 'ms-20', 'ms-25'] as const;

function Twigs({ parentId, depth, choice }: { parentId: string; depth: number; choice: Choice }): ReactNode {
  const { t, text } = useT();
  const [page, setPage] = useState<ListPage | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { loadFolders } = choice;

  useEffect(() => {
    let isWanted = true;
    loadFolders(parentId, '').then(
      (found) => {
        if (isWanted) setPage(found);
      },
      (error: unknown) => {
        if (isWanted) setProblem(sentenceOf(error, text));
      },
    );
    return () => {
      isWanted = false;
    };
  }, [loadFolders, parentId, text]);

  async function more(): Promise<void> {
    if (!page) return;
    try {
      const next = await loadFolders(parentId, page.nextPageToken);
      setPage({ rows: [...page.rows, ...next.rows], nextPageToken: next.nextPageToken });
    } catch (error) {
      setProblem(sentenceOf(error, text));
    }
  }

  if (problem !== null)
    return (
      <p role="alert" className="px-3 py-2 text-sm text-danger">
        {problem}
      </p>
    );
  if (page === null)
    return (
      <p role="status" className="px-3 py-2 text-sm text-muted">
        {t('ui.loading')}
      </p>
    );
  if (page.rows.length === 0)
    return depth === 1 ? <p className="px-3 py-2 text-sm text-muted">{t('drive.pick.none')}</p> : null;
  return (
    <ul>
      {page.rows
        .filter((row) => canReceive(row.id, choice.moving))
        .map((row) => (
          <Branch key={row.id} folder={{ id: row.id, name: row.name }} depth={depth} choice={choice} />
        ))}
      {page.nextPageToken === '' ? null : (
        <li>
          <Button variant="plain" size="sm" onClick={() => void more()}>
            {t('drive.pick.more')}
          </Button>
        </li>
      )}
    </ul>
  );
}
