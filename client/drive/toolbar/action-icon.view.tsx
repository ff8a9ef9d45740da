/** Icon of an action, beside its label. */
import {
  ArchiveRestore,
  CopyPlus,
  Download,
  FileArchive,
  FolderArchive,
  FolderInput,
  FolderOpen,
  HardDriveDownload,
  Info,
  Link2,
  LocateFixed,
  type LucideIcon,
  PencilLine,
  Share2,
  Star,
  StarOff,
  Trash2,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { MessageKey } from '#shared/locale/keys.gen.ts';
import type { DriveAction } from '../drive.can.ts';

export const ACTION_LABELS: Readonly<Record<DriveAction, MessageKey & `drive.action.${string}`>> = {
  open: 'drive.action.open',
  details: 'drive.action.details',
  download: 'drive.action.download',
  zip: 'drive.action.zip',
  extract: 'drive.action.extract',
  fetch: 'drive.action.fetch',
  pack: 'drive.action.pack',
  link: 'drive.action.link',
  share: 'drive.action.share',
  reveal: 'drive.action.reveal',
  star: 'drive.action.star',
  unstar: 'drive.action.unstar',
  rename: 'drive.action.rename',
  move: 'drive.action.move',
  copy: 'drive.action.copy',
  trash: 'drive.action.trash',
  restore: 'drive.action.restore',
  delete: 'drive.action.delete',
};

const ICONS: Readonly<Record<DriveAction, LucideIcon>> = {
  open: FolderOpen,
  details: Info,
  download: Download,
  zip: FileArchive,
  extract: FolderOpen,
  fetch: HardDriveDownload,
  pack: FolderArchive,
  link: Link2,
  share: Share2,
  reveal: LocateFixed,
  star: Star,
  unstar: StarOff,
  rename: PencilLine,
  move: FolderInput,
  copy: CopyPlus,
  trash: Trash2,
  restore: ArchiveRestore,
  delete: Trash2,
};

export function ActionIcon({ action }: { action: DriveAction }): ReactNode {
  const Icon = ICONS[action];
  return <Icon size={20} aria-hidden="true" />;
}
