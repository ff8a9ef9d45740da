/** Entries of the palette that need no call: places, acts, settings, listed rows and recently opened entries. */
import {
  Clock,
  Copy,
  FolderOpen,
  FolderPlus,
  FolderUp,
  HardDrive,
  Images,
  Keyboard,
  Link2,
  ListChecks,
  type LucideIcon,
  Mail,
  MoonStar,
  Settings,
  ShieldCheck,
  Star,
  Trash2,
  Upload,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { type DriveRow, iconKindOf } from '#shared/drive/rows.ts';
import type { MessageKey } from '#shared/locale/keys.gen.ts';
import type { Translator } from '#shared/locale/translator.ts';
import { withPreview } from '#shared/navigation/preview.ts';
import { href } from '#shared/routes.ts';
import type { DriveContext } from '../drive.context.ts';
import { folderHref, pathLabel } from '../listing/location-label.ts';
import { KindIcon } from '../pictures/kind-icon.view.tsx';
import { ACTION_LABELS, ActionIcon } from '../toolbar/action-icon.view.tsx';
import { askForFiles } from '../upload/ask-for-files.ts';
import type { Use } from './memory.ts';

export type PaletteGroup = 'files' | 'links' | 'places' | 'people' | 'acts' | 'settings';

export interface PaletteEntry {
  readonly id: string;
  readonly group: PaletteGroup;
  readonly label: string;
  /** Other words that lead to it. */
  readonly sought?: string;
  /** Beside the label: the way to a file. */
  readonly hint?: string;
  readonly icon: ReactNode;
  /** Of what has an address; '' for others. */
  readonly href: string;
  /** Of what has none. */
  readonly run?: () => void;
}

const SIGN = 20;
export const sign = (Icon: LucideIcon): ReactNode => <Icon size={SIGN} aria-hidden="true" />;

type Place = readonly [route: PlaceRoute, key: MessageKey, Icon: LucideIcon];
type PlaceRoute =
  | `drive.${'all' | 'recent' | 'photos' | 'starred' | 'tasks' | 'shares' | 'common' | 'trash' | 'storage' | 'duplicates'}`
  | `account.${'settings' | 'security' | 'mail'}`;

const PLACES: readonly Place[] = [
  ['drive.all', 'ui.sidebar.all_files', FolderOpen],
  ['drive.recent', 'ui.sidebar.recent', Clock],
  ['drive.photos', 'ui.sidebar.photos', Images],
  ['drive.starred', 'ui.sidebar.starred', Star],
  ['drive.tasks', 'ui.sidebar.tasks', ListChecks],
  ['drive.shares', 'ui.sidebar.shares', Link2],
  ['drive.common', 'ui.sidebar.common', Users],
  ['drive.trash', 'ui.sidebar.trash', Trash2],
];

const SETTINGS: readonly Place[] = [
  ['account.settings', 'auth.account.menu', Settings],
  ['account.security', 'auth.account.security.title', ShieldCheck],
  ['account.mail', 'mail.choices.title', Mail],
  ['drive.storage', 'ui.storage.title', HardDrive],
  ['drive.duplicates', 'drive.duplicates.title', Copy],
];

/** The last part of an id of a route, by which people who know the English words find a place. */
const englishOf = (route: string): string => route.replace(/^\w+\./, '');

export function placeEntries({ text }: Pick<Translator, 'text'>): PaletteEntry[] {
  const made =
    (group: PaletteGroup) =>
    ([route, key, Icon]: Place): PaletteEntry => ({
      id: route,
      group,
      label: text(key),
      sought: englishOf(route),
      icon: sign(Icon),
      href: href(route),
    });
  return [...PLACES.map(made('places')), ...SETTINGS.map(made('settings'))];
}

/** Acts on the selected rows and in the open folder. */
export function actEntries(drive: DriveContext, { t }: Pick<Translator, 't'>): PaletteEntry[] {
  const { state, actions } = drive;
  const act = (id: string, label: string, icon: ReactNode, run: () => void): PaletteEntry => ({
    id: `act ${id}`,
    group: 'acts',
    label,
    sought: id,
    icon,
    href: '',
    run,
  });
  const rows = state.selectedRows.value;
  const ofRows = rows.length === 0 ? [] : state.allowed.value;
  const isFolder = state.place.value === 'all';
  return [
    ...ofRows.map((action) =>
      act(action, t(ACTION_LABELS[action]), <ActionIcon action={action} />, () => actions.run(action, rows)),
    ),
    ...(isFolder
      ? [act('new folder', t('drive.folder.new'), sign(FolderPlus), () => actions.ask({ kind: 'folder' }))]
      : []),
    ...(state.place.value === 'trash'
      ? []
      : [
          act('upload files', t('drive.upload.files'), sign(Upload), () => askForFiles('files', drive.upload)),
          act('upload folder', t('drive.upload.folder'), sign(FolderUp), () => askForFiles('folder', drive.upload)),
          act('add link', t('drive.tasks.add'), sign(Link2), () =>
            actions.ask({ kind: 'named-action', name: 'links' }),
          ),
        ]),
    act('keyboard shortcuts', t('drive.keys.title'), sign(Keyboard), () => actions.ask({ kind: 'keys' })),
    act('theme dark light', t('ui.theme.switch'), sign(MoonStar), () =>
      document.querySelector<HTMLElement>('[data-theme-toggle]')?.click(),
    ),
  ];
}

/** A folder opens, a file is shown in its folder. */
export function rowEntry(row: DriveRow, translator: Pick<Translator, 't'>, path?: readonly string[]): PaletteEntry {
  return {
    id: `node ${row.id}`,
    group: 'files',
    label: row.name,
    ...(path ? { hint: pathLabel(path, translator) } : {}),
    icon: <KindIcon kind={iconKindOf(row)} className="size-6" />,
    href: row.folder ? folderHref(row.id) : withPreview(folderHref(row.parentId), row.id),
  };
}

/** Files and folders that were opened from here before and are in no list. */
export function usedEntries(uses: readonly Use[]): PaletteEntry[] {
  return uses
    .filter(({ id, label, href: to }) => id.startsWith('node ') && label !== '' && to !== '')
    .map(({ id, label, href: to }) => ({
      id,
      group: 'files',
      label,
      icon: <KindIcon kind={to.includes('preview=') ? 'other' : 'folder'} className="size-6" />,
      href: to,
    }));
}
