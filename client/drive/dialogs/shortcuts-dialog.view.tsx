/** All shortcuts of the drive. `?` opens it; loaded at first use. */

import type { ReactNode } from 'react';
import { Dialog } from '#client/ui/dialog.tsx';
import { useT } from '#client/ui/i18n.tsx';
import type { DriveAction } from '../drive.can.ts';
import { commandKey, isMac, shortcutOf } from '../input/shortcuts.ts';
import { ACTION_LABELS } from '../toolbar/action-icon.view.tsx';

/** Actions with a shortcut, in the order of the menu. */
const ACTIONS: readonly DriveAction[] = ['download', 'link', 'share', 'star', 'rename', 'move', 'copy', 'trash'];

export function ShortcutsDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useT();
  const onMac = isMac();
  const shift = (key: string) => (onMac ? `⇧${key}` : `Shift+${key}`);
  const command = (letter: string) => commandKey(letter, onMac).shown;
  const lines: readonly (readonly [key: string, meaning: string])[] = [
    ['← ↑ ↓ →', t('drive.keys.move')],
    [t('drive.keys.letters'), t('drive.keys.find')],
    ['Enter', t('drive.action.open')],
    [t('drive.keys.space'), t('drive.keys.select')],
    [`${shift('')}← ↑ ↓ →`, t('drive.keys.range')],
    [command('A'), t('drive.select_all')],
    ['Esc', t('drive.selection.clear')],
    ...ACTIONS.map((action) => [shortcutOf(action, onMac)?.shown ?? '', t(ACTION_LABELS[action])] as const),
    [command('V'), t('drive.keys.paste')],
    [command('Z'), t('drive.undo')],
    ['I', t('drive.action.details')],
    [shift('F10'), t('drive.keys.menu')],
    ['/', t('drive.search.placeholder')],
    [command('K'), t('drive.palette.label')],
    ['?', t('drive.keys.title')],
  ];
  return (
    <Dialog title={t('drive.keys.title')} onClose={onClose} className="sm:w-[min(44rem,calc(100vw-2rem))]">
      <dl className="grid gap-x-8 sm:grid-cols-2">
        {lines.map(([key, meaning]) => (
          <div key={meaning} className="flex min-h-9 items-center justify-between gap-4 border-b border-line py-1.5">
            <dt className="min-w-0 text-sm">{meaning}</dt>
            <dd>
              <kbd className="rounded-sm border border-line bg-sunken px-2 py-0.5 text-xs font-semibold whitespace-nowrap">
                {key}
              </kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
