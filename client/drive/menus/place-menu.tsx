/** The menu of the empty area of a listing: its actions (drive.can.ts), and sort and view as submenus. Loaded at first use. */
import {
  ArrowDownWideNarrow,
  Check,
  ChevronLeft,
  ChevronRight,
  ClipboardPaste,
  FileArchive,
  FolderPlus,
  FolderUp,
  LayoutGrid,
  Link2,
  ListChecks,
  type LucideIcon,
  Trash2,
  Upload,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { classes } from '#client/ui/classes.ts';
import { useT } from '#client/ui/i18n.tsx';
import { type MenuPlace, MenuSheet } from '#client/ui/menu-sheet.tsx';
import { ORDER_LABELS } from '#shared/drive/order-labels.ts';
import { PLACE_LABELS } from '#shared/drive/places.ts';
import { shownPath } from '#shared/drive/shown-name.ts';
import { isLarge, type ViewType } from '#shared/islands.ts';
import { allowedHere, type PlaceAction } from '../drive.can.ts';
import type { DriveContext } from '../drive.context.ts';
import { canPaste, pasteClipboard } from '../input/clipboard.ts';
import { commandKey } from '../input/shortcuts.ts';
import { VIEW_LABELS } from '../toolbar/labels.ts';
import { askForFiles } from '../upload/ask-for-files.ts';

export interface PlaceMenuProps {
  drive: DriveContext;
  at: MenuPlace;
  /** Closes the menu and restores the focus. */
  onDone: () => void;
  /** The menu has closed. */
  onClose: () => void;
}

const ICONS: Readonly<Record<PlaceAction, LucideIcon>> = {
  'new-folder': FolderPlus,
  'upload-files': Upload,
  'upload-folder': FolderUp,
  'add-link': Link2,
  paste: ClipboardPaste,
  zip: FileArchive,
  'select-all': ListChecks,
  'empty-trash': Trash2,
  sort: ArrowDownWideNarrow,
  view: LayoutGrid,
};

/** Letters with Ctrl, on a Mac with Command. */
const KEYS: Partial<Record<PlaceAction, string>> = { paste: 'V', 'select-all': 'A' };
const VIEWS: readonly ViewType[] = ['list', 'grid', 'single', 'flow'];

export function PlaceMenu({ drive, at, onDone, onClose }: PlaceMenuProps): ReactNode {
  const translator = useT();
  const { t, tn } = translator;
  const { state, actions } = drive;
  const { handlers } = actions;
  const [list, setList] = useState<'' | 'sort' | 'view'>('');
  const place = state.place.value;
  const root = place === 'search' ? t('drive.search.title', { query: state.query.value }) : t(PLACE_LABELS[place]);
  const name = shownPath(state.path.value, translator).at(-1)?.name ?? root;
  const labels: Readonly<Record<PlaceAction, string>> = {
    'new-folder': t('drive.folder.new'),
    'upload-files': t('drive.upload.files'),
    'upload-folder': t('drive.upload.folder'),
    'add-link': t('drive.tasks.add'),
    paste: tn('drive.menu.paste', state.clipboard.value?.rows.length ?? 0),
    zip: t('drive.action.zip'),
    'select-all': t('drive.select_all'),
    'empty-trash': t('drive.trash.empty'),
    sort: t('drive.sort.label'),
    view: t('drive.view.label'),
  };
  const run: Readonly<Record<PlaceAction, () => void>> = {
    'new-folder': handlers.newFolder,
    'upload-files': () => askForFiles('files', drive.upload),
    'upload-folder': () => askForFiles('folder', drive.upload),
    'add-link': () => actions.ask({ kind: 'named-action', name: 'links' }),
    paste: () => pasteClipboard(drive),
    zip: () => void actions.change.zip(state.folderId.value === '' ? [] : [state.folderId.value]),
    'select-all': () => handlers.selectAll(true),
    'empty-trash': handlers.emptyTrash,
    sort: () => setList('sort'),
    view: () => setList('view'),
  };
  const allowed = allowedHere(place, {
    isSelectable: state.rows.value.length > 0 && !isLarge(state.view.value),
    canPaste: canPaste(drive),
  });
  return (
    <MenuSheet
      at={at}
      label={list === '' ? name : labels[list]}
      title={list === '' ? name : labels[list]}
      list={list}
      onBack={list === '' ? undefined : () => setList('')}
      onClose={onClose}
    >
      {list === ''
        ? allowed.map((action) => (
            <ActionButton
              key={action}
              action={action}
              label={labels[action]}
              onClick={() => {
                if (!isSubmenu(action)) onDone();
                run[action]();
              }}
            />
          ))
        : null}
      {list === 'sort'
        ? ORDER_LABELS.map(({ order, key }) => (
            <ChoiceButton
              key={order}
              label={t(key)}
              isChosen={order === state.order.value}
              onDone={onDone}
              onChoose={() => handlers.sort(order)}
            />
          ))
        : null}
      {list === 'view'
        ? VIEWS.map((view) => (
            <ChoiceButton
              key={view}
              label={t(VIEW_LABELS[view])}
              isChosen={view === state.view.value}
              onDone={onDone}
              onChoose={() => handlers.show(view)}
            />
          ))
        : null}
      {list === '' ? null : (
        <button
          type="button"
          role="menuitem"
          tabIndex={-1}
          className="menu-item mt-1 border-t border-line max-md:min-h-12"
          onClick={() => setList('')}
        >
          <ChevronLeft size={20} className="rtl:-scale-x-100" aria-hidden="true" />
          {t('drive.menu.back')}
        </button>
      )}
    </MenuSheet>
  );
}

function isSubmenu(action: PlaceAction): boolean {
  return action === 'sort' || action === 'view';
}

interface ActionButtonProps {
  action: PlaceAction;
  label: string;
  onClick: () => void;
}

function ActionButton({ action, label, onClick }: ActionButtonProps): ReactNode {
  const Icon = ICONS[action];
  const hasSubmenu = isSubmenu(action);
  const key = KEYS[action];
  return (
    <button
      type="button"
      role="menuitem"
      aria-haspopup={hasSubmenu ? 'menu' : undefined}
      data-list={hasSubmenu ? action : undefined}
      aria-keyshortcuts={key ? commandKey(key).named : undefined}
      tabIndex={-1}
      className={classes(
        'menu-item max-md:min-h-12',
        action === 'empty-trash' && 'menu-danger',
        // Phones have no folders to choose.
        action === 'upload-folder' && 'max-md:hidden',
      )}
      onClick={onClick}
    >
      <Icon size={20} aria-hidden="true" />
      {label}
      {hasSubmenu ? (
        <ChevronRight size={18} className="ms-auto text-muted rtl:-scale-x-100" aria-hidden="true" />
      ) : null}
      {key ? (
        <span className="ms-auto whitespace-nowrap ps-6 text-xs text-muted pointer-coarse:hidden" aria-hidden="true">
          {commandKey(key).shown}
        </span>
      ) : null}
    </button>
  );
}

interface ChoiceButtonProps {
  label: string;
  isChosen: boolean;
  onDone: () => void;
  onChoose: () => void;
}

function ChoiceButton({ label, isChosen, onDone, onChoose }: ChoiceButtonProps): ReactNode {
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={isChosen}
      tabIndex={-1}
      className="menu-item max-md:min-h-12"
      onClick={() => {
        onDone();
        if (!isChosen) onChoose();
      }}
    >
      <span className="flex-1">{label}</span>
      {isChosen ? <Check size={18} aria-hidden="true" /> : null}
    </button>
  );
}
