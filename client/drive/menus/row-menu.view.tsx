/** The menu of one row, or of the selection when the row is selected. */

import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '#client/ui/classes.ts';
import { useT } from '#client/ui/i18n.tsx';
import { type MenuPlace, MenuSheet } from '#client/ui/menu-sheet.tsx';
import type { DrivePlace } from '#shared/drive/places.ts';
import type { DriveRow } from '#shared/drive/rows.ts';
import { shownName } from '#shared/drive/shown-name.ts';
import type { MessageKey } from '#shared/locale/keys.gen.ts';
import { allowedActions, type DriveAction } from '../drive.can.ts';
import { isMac, shortcutOf } from '../input/shortcuts.ts';
import { ACTION_LABELS, ActionIcon } from '../toolbar/action-icon.view.tsx';

export interface RowMenuProps {
  place: DrivePlace;
  /** The row, or the selection when the row is selected. */
  rows: readonly DriveRow[];
  busy: ReadonlySet<string>;
  takesTorrents: boolean;
  at: MenuPlace;
  onRun: (action: DriveAction) => void;
  /** Acts on albums; left out where the rows fit none. */
  albums?: readonly AlbumAct[] | undefined;
  onClose: () => void;
}

/** An entry of the menu beside those of all rows. */
export interface AlbumAct {
  readonly label: MessageKey & `drive.albums.${string}`;
  readonly Icon: LucideIcon;
  readonly run: () => void;
}

export function RowMenu({
  place,
  rows,
  busy,
  takesTorrents,
  at,
  onRun,
  albums = [],
  onClose,
}: RowMenuProps): ReactNode {
  const translator = useT();
  const { t, tn } = translator;
  const actions = allowedActions(place, rows, busy, takesTorrents);
  const many = tn('drive.selection.count', rows.length);
  const [first] = rows;
  const isOne = rows.length === 1 && first !== undefined;
  return (
    <MenuSheet
      at={at}
      isAtButton={at.opener !== null && !at.opener.hasAttribute('data-name')}
      label={isOne ? t('drive.more', { name: shownName(first, translator) }) : many}
      title={isOne ? shownName(first, translator) : many}
      onClose={onClose}
    >
      {actions.map((action) => (
        <button
          key={action}
          type="button"
          role="menuitem"
          tabIndex={-1}
          aria-keyshortcuts={shortcutOf(action, isMac())?.named}
          className={classes('menu-item max-md:min-h-12', (action === 'trash' || action === 'delete') && 'menu-danger')}
          onClick={() => onRun(action)}
        >
          <ActionIcon action={action} />
          {t(ACTION_LABELS[action])}
          {/* `aria-keyshortcuts` states the shortcut; the accessible name stays the label. */}
          <span className="ms-auto whitespace-nowrap ps-6 text-xs text-muted pointer-coarse:hidden" aria-hidden="true">
            {shortcutOf(action, isMac())?.shown}
          </span>
        </button>
      ))}
      {albums.map(({ label, Icon, run }) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className="menu-item max-md:min-h-12"
          onClick={run}
        >
          <Icon size={20} aria-hidden="true" />
          {t(label)}
        </button>
      ))}
    </MenuSheet>
  );
}
