/** Menu of a path step: the folders inside it as links, with a filter field and arrow keys. Rows can be dropped onto a folder. */

import { Folder } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { closePopover, openPopover } from '#client/ui/popover.ts';
import { listingHref } from '#shared/drive/places.ts';
import { shownFolderName } from '#shared/drive/shown-name.ts';
import { messageOf } from '#shared/error-message.ts';
import { findKey } from '#shared/find/find-key.ts';
import type { FoldersMenu } from '../browser-model.ts';
import type { DriveContext } from '../drive.context.ts';
import type { Crumb } from '../drive.state.ts';
import { isPlainPress } from '../toolbar/toolbar-menus.view.tsx';

/** Distance from the edges of the window, px. */
const EDGE = 8;
/** A menu with so few folders has no filter field. */
const FEW = 8;

interface LoadedFolders {
  readonly folders: readonly Crumb[];
  /** '' when all are loaded. */
  readonly nextPageToken: string;
}

function placeAt(menu: HTMLElement, opener: HTMLElement): void {
  const { left, bottom } = opener.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`;
  menu.style.top = `${Math.max(EDGE, Math.min(bottom + 4, innerHeight - height - EDGE))}px`;
}

/** Folders of the menu, loaded page by page. */
function useFolders({ actions }: DriveContext, { way, steps }: FoldersMenu) {
  const { text } = useT();
  const [loaded, setLoaded] = useState<LoadedFolders | null>(steps ? { folders: steps, nextPageToken: '' } : null);
  const [problem, setProblem] = useState('');
  const [isLoading, setLoading] = useState(false);

  async function load(all: boolean): Promise<void> {
    setLoading(true);
    setProblem('');
    try {
      let { folders, nextPageToken }: LoadedFolders = loaded ?? { folders: [], nextPageToken: '' };
      do {
        const page = await actions.folders(way.at(-1)?.id ?? '', nextPageToken);
        folders = [...folders, ...page.rows.map(({ id, name }) => ({ id, name }))];
        nextPageToken = page.nextPageToken;
      } while (all && nextPageToken !== '');
      setLoaded({ folders, nextPageToken });
    } catch (error) {
      setProblem(messageOf(error, text));
    }
    setLoading(false);
  }

  return { loaded, problem, isLoading, load };
}

/** Arrow keys move between the field and the folders; Enter in the field opens the first folder. */
function walk(event: KeyboardEvent, menu: HTMLElement | null): void {
  const items = [...(menu?.querySelectorAll<HTMLElement>('input, a, [data-all]') ?? [])];
  const now = items.indexOf(document.activeElement as HTMLElement);
  const isInput = document.activeElement instanceof HTMLInputElement;
  if (event.key === 'Enter' && isInput) {
    event.preventDefault();
    menu?.querySelector<HTMLElement>('a')?.click();
    return;
  }
  const to = { ArrowDown: now + 1, ArrowUp: now - 1, ...(isInput ? {} : { Home: 0, End: items.length - 1 }) }[
    event.key
  ];
  if (to === undefined) return;
  event.preventDefault();
  items.at(to % items.length)?.focus();
}

export function FolderMenu({ drive, menu }: { drive: DriveContext; menu: FoldersMenu }): ReactNode {
  const translator = useT();
  const { t } = translator;
  const { state, actions } = drive;
  const { way, current, steps, opener } = menu;
  const ref = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const { loaded, problem, isLoading, load } = useFolders(drive, menu);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each menu; each has a component of its own
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const end = openPopover(element);
    placeAt(element, opener);
    element.focus();
    if (!steps) void load(false);
    return end;
  }, []);
  useEffect(() => {
    const element = ref.current;
    if (!element || !loaded) return;
    placeAt(element, opener);
    if (
      typed === '' &&
      element.contains(document.activeElement) &&
      !(document.activeElement instanceof HTMLInputElement)
    )
      (element.querySelector<HTMLElement>('[aria-current]') ?? element.querySelector<HTMLElement>('input, a'))?.focus();
  }, [loaded, opener, typed]);

  const word = findKey(typed.trim());
  // Hidden steps of a long path start at the root; a menu with an empty path lists the root's folders.
  const isTop = way.length === 0;
  const drawn = (name: string, at: number) => shownFolderName(name, isTop && (!steps || at === 0), translator);
  const shown = (loaded?.folders ?? [])
    .map((folder, at) => ({ folder, name: drawn(folder.name, at) }))
    .filter(({ name }) => findKey(name).includes(word));
  const isShort = loaded !== null && loaded.nextPageToken === '' && loaded.folders.length <= FEW;

  return (
    <div
      ref={ref}
      popover="auto"
      role="dialog"
      tabIndex={-1}
      aria-label={steps ? t('drive.folders.between') : t('drive.folders.label')}
      aria-busy={isLoading || undefined}
      className="menu fixed inset-auto m-0 w-72 text-ink focus:outline-none"
      onKeyDown={(event) => walk(event, ref.current)}
      onToggle={(event) => {
        if (event.newState !== 'closed') return;
        const isOurs = document.activeElement === document.body || ref.current?.contains(document.activeElement);
        if (state.folders.peek() === menu) state.folders.value = null;
        if (isOurs && opener.isConnected) opener.focus();
      }}
    >
      {loaded && !isShort ? (
        <div className="sticky -top-1.5 z-10 -mx-1.5 -mt-1.5 mb-1 bg-raised p-1.5">
          <input
            type="search"
            className="input w-full"
            placeholder={t('drive.folders.filter')}
            aria-label={t('drive.folders.filter')}
            value={typed}
            autoComplete="off"
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              if (loaded.nextPageToken !== '' && !isLoading) void load(true);
            }}
          />
        </div>
      ) : null}
      <ul>
        {shown.map(({ folder, name }) => (
          <li key={folder.id}>
            <a
              className="menu-item min-h-11"
              data-into={folder.id}
              href={listingHref({ place: 'all', folderId: folder.id, query: '' })}
              aria-current={folder.id === current ? 'true' : undefined}
              onClick={(event) => {
                if (!isPlainPress(event)) return;
                const target = steps
                  ? state.path.value.slice(0, state.path.value.findIndex(({ id }) => id === folder.id) + 1)
                  : [...way, folder];
                if (!actions.handlers.openFolder(folder.id, target)) return;
                event.preventDefault();
                if (ref.current) closePopover(ref.current);
              }}
            >
              <Folder size={18} aria-hidden="true" />
              <span className="min-w-0 flex-1 truncate">{name}</span>
            </a>
          </li>
        ))}
      </ul>
      <p role="status" className="px-3 text-sm text-muted not-empty:py-2">
        {!loaded && problem === '' ? t('drive.folders.loading') : null}
        {loaded && shown.length === 0 && !isLoading
          ? t(word === '' ? 'drive.pick.none' : 'drive.folders.unknown')
          : null}
        {problem}
      </p>
      {problem !== '' ? (
        <Button data-all variant="plain" wide onClick={() => void load(false)}>
          {t('ui.retry')}
        </Button>
      ) : null}
      {problem === '' && loaded && loaded.nextPageToken !== '' ? (
        <Button data-all variant="plain" wide busy={isLoading} onClick={() => void load(true)}>
          {t('drive.folders.all')}
        </Button>
      ) : null}
    </div>
  );
}
