/** Icon of an action, beside its label. */
import {
  ArchiveRestore,
  CopyPlus,
  Download,
  FolderInput,
  FolderOpen,
  Info,
  LocateFixed,
  type LucideIcon,
  PencilLine,
  Star,
  StarOff,
  Trash2,
  UserRoundPlus,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { DriveAction } from '../drive.can.ts';

const ICONS: Readonly<Record<DriveAction, LucideIcon>> = {
  open: FolderOpen,
  details: Info,
  download: Download,
  share: UserRoundPlus,
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
