/** A tree of radio buttons to choose a folder. It loads a branch when it is opened; a folder can be created in it. */
import { ChevronRight, Folder, FolderPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { classes } from '#client/ui/classes.ts';
import { useT } from '#client/ui/i18n.tsx';
import type { DriveRow } from '#shared/drive/rows.ts';
import { shownFolderName } from '#shared/drive/shown-name.ts';
import { messageOf } from '#shared/error-message.ts';
import type { Destination } from '../conflicts/conflict.rules.ts';
import type { ListPage } from '../drive.api.ts';
import { canReceive } from '../drive.can.ts';
import type { Crumb } from '../drive.state.ts';
import { NewFolder } from './pick-new-folder.view.tsx';

export type LoadFolders = (parentId: string, pageToken: string) => Promise<ListPage>;

export interface FolderTreeProps {
  chosen: Destination | null;
  onChoose: (to: Destination) => void;
  mayChoose: (id: string) => boolean;
  /** Ids of rows that are moved: their folders are hidden. */
  moving: readonly string[];
  /** From the root to the open folder; its branches are open at first. */
  way: readonly Crumb[];
  loadFolders: LoadFolders;
  /** @throws ApiError */
  makeFolder: (parentId: string, name: string) => Promise<DriveRow | null>;
  /** Moves the focus into the tree at first. */
  hasFocus?: boolean;
}

interface Choice extends Pick<FolderTreeProps, 'chosen' | 'mayChoose' | 'loadFolders' | 'moving' | 'way'> {
  readonly field: string;
  readonly choose: FolderTreeProps['onChoose'];
  /** Folders created while the dialog was open. */
  readonly made: readonly DriveRow[];
  /** The folder in which a new one is being named; null: none. */
  readonly making: string | null;
  readonly make: (name: string) => Promise<void>;
  readonly endMaking: () => void;
}

export function FolderTree(props: FolderTreeProps): ReactNode {
  const { chosen, onChoose, mayChoose, moving, way, loadFolders, makeFolder, hasFocus = false } = props;
  const { t } = useT();
  const [made, setMade] = useState<readonly DriveRow[]>([]);
  const [making, setMaking] = useState<string | null>(null);
  const maker = useRef<HTMLButtonElement>(null);
  const tree = useRef<HTMLFieldSetElement>(null);
  const [newest] = made.slice(-1);
  // Folders load later: the focus starts at the branch they belong to.
  useEffect(() => {
    if (hasFocus) tree.current?.querySelector<HTMLElement>('input:enabled, button')?.focus();
  }, [hasFocus]);
  // A new folder is chosen, and gets the focus.
  useEffect(() => {
    if (newest) tree.current?.querySelector<HTMLElement>(`input[value="${CSS.escape(newest.id)}"]`)?.focus();
  }, [newest]);
  const endMaking = () => {
    setMaking(null);
    maker.current?.focus();
  };
  const choice: Choice = {
    field: useId(),
    chosen,
    choose: onChoose,
    mayChoose,
    loadFolders,
    moving,
    way,
    made,
    making,
    async make(name) {
      const row = await makeFolder(making ?? '', name);
      if (!row) return endMaking();
      setMade((before) => [...before, row]);
      onChoose({ id: row.id, name: row.name });
      setMaking(null);
    },
    endMaking,
  };
  return (
    <>
      <fieldset ref={tree} className="max-h-[50dvh] min-h-40 overflow-y-auto rounded-md border border-line p-1">
        <legend className="sr-only">{t('drive.pick.folders')}</legend>
        <ul>
          <Branch folder={{ id: '', name: t('ui.sidebar.all_files') }} depth={0} isOpenAtFirst choice={choice} />
        </ul>
      </fieldset>
      <Button
        ref={maker}
        variant="plain"
        icon={<FolderPlus size={18} aria-hidden="true" />}
        className="-mb-2 mt-1"
        onClick={() => setMaking(chosen?.id ?? way.at(-1)?.id ?? '')}
      >
        {t('drive.folder.new')}
      </Button>
    </>
  );
}

interface BranchProps {
  folder: Destination;
  depth: number;
  isOpenAtFirst?: boolean;
  choice: Choice;
}

function Branch({ folder, depth, isOpenAtFirst = false, choice }: BranchProps): ReactNode {
  const translator = useT();
  const { t } = translator;
  // A branch under the root has depth 1.
  const name = shownFolderName(folder.name, depth === 1, translator);
  const [isOpen, setOpen] = useState(isOpenAtFirst || choice.way.some(({ id }) => id === folder.id));
  const isMaking = choice.making === folder.id;
  useEffect(() => {
    if (isMaking) setOpen(true);
  }, [isMaking]);
  const isAllowed = choice.mayChoose(folder.id);
  return (
    <li>
      <div className={classes('flex items-center rounded-sm', choice.chosen?.id === folder.id && 'bg-accent-soft')}>
        <span className={DEPTHS[Math.min(depth, DEPTHS.length - 1)]} />
        <button
          type="button"
          className="btn btn-icon"
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'drive.pick.close' : 'drive.pick.open', { name })}
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
            value={folder.id}
            checked={choice.chosen?.id === folder.id}
            disabled={!isAllowed}
            onChange={() => choice.choose({ ...folder, name })}
          />
          <Folder size={20} strokeWidth={1.6} className="kind kind-folder" aria-hidden="true" />
          <span className="min-w-0">{name}</span>
        </label>
      </div>
      {isOpen ? <Twigs parentId={folder.id} depth={depth + 1} choice={choice} /> : null}
    </li>
  );
}

/** Largest indent; deeper branches keep it, so that names stay readable. */
const DEPTHS = ['', 'ms-5', 'ms-10', 'ms-15', 'ms-20', 'ms-25'] as const;

/** Largest indent of the name field, which needs more width. */
const MAX_NAME_DEPTH = 2;

/** Folders of a branch: new ones first, then the loaded ones. The folder on the open path is always included. */
function shownIn(parentId: string, rows: readonly DriveRow[], { made, way, moving }: Choice): readonly Destination[] {
  const at = way.findIndex(({ id }) => id === parentId);
  const next = at >= 0 || parentId === '' ? way[at + 1] : undefined;
  const fresh = made.filter((row) => row.parentId === parentId);
  const known = new Map([...fresh, ...rows].map(({ id, name }) => [id, { id, name }]));
  if (next && !known.has(next.id)) known.set(next.id, next);
  return [...known.values()].filter(({ id }) => canReceive(id, moving));
}

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
        if (isWanted) setProblem(messageOf(error, text));
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
      setProblem(messageOf(error, text));
    }
  }

  const depthOfName = DEPTHS[Math.min(depth, MAX_NAME_DEPTH)];
  const maker =
    choice.making === parentId ? (
      <div className={depthOfName}>
        <NewFolder onMake={choice.make} onClose={choice.endMaking} />
      </div>
    ) : null;
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
  const shown = shownIn(parentId, page.rows, choice);
  if (shown.length === 0 && maker === null)
    return depth === 1 ? <p className="px-3 py-2 text-sm text-muted">{t('drive.pick.none')}</p> : null;
  return (
    <ul>
      {maker ? <li>{maker}</li> : null}
      {shown.map((folder) => (
        <Branch key={folder.id} folder={folder} depth={depth} choice={choice} />
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
