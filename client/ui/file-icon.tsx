/**
 * The icon of a file or folder by its kind. Decorative: screen readers read the name beside it.
 */
import type { LucideIcon } from 'lucide-react';
import {
  ChevronRight,
  Download,
  File,
  FileArchive,
  FileCode,
  FileImage,
  FileMusic,
  FilePlay,
  FileText,
  FileType,
  Folder,
} from 'lucide-react';
import type { ReactNode } from 'react';

export type FileKind = 'folder' | 'image' | 'video' | 'audio' | 'archive' | 'document' | 'pdf' | 'code' | 'other';

const ICONS: Record<FileKind, LucideIcon> = {
  folder: Folder,
  image: FileImage,
  video: FilePlay,
  audio: FileMusic,
  archive: FileArchive,
  document: FileText,
  pdf: FileType,
  code: FileCode,
  other: File,
};

/** @param size  CSS px */
export function FileIcon({ kind, size = 24 }: { kind: FileKind; size?: number }): ReactNode {
  const Icon = ICONS[kind];
  return <Icon size={size} strokeWidth={1.6} className={kindClass(kind)} aria-hidden="true" />;
}

/** The drawings once per page, for lists: a row then costs one short `use`. Place it before the list. */
export function FileIconSprite(): ReactNode {
  return (
    <svg className="hidden" aria-hidden="true">
      {Object.entries(ICONS).map(([kind, Icon]) => (
        <symbol key={kind} id={`k-${kind}`} viewBox="0 0 24 24">
          <Icon strokeWidth={1.6} fill="inherit" />
        </symbol>
      ))}
      <symbol id="row-open" viewBox="0 0 24 24">
        <ChevronRight />
      </symbol>
      <symbol id="row-download" viewBox="0 0 24 24">
        <Download />
      </symbol>
    </svg>
  );
}

/** FileIcon out of the sprite, 24 px. */
export function FileIconUse({ kind }: { kind: FileKind }): ReactNode {
  return (
    <svg className={kindClass(kind)} width="24" height="24" aria-hidden="true">
      <use href={`#k-${kind}`} />
    </svg>
  );
}

/** Icon of a row's action, 18 px, from the sprite. */
export function RowActionUse({ action }: { action: 'open' | 'download' }): ReactNode {
  return (
    <svg className="row-action" width="18" height="18" aria-hidden="true">
      <use href={`#row-${action}`} />
    </svg>
  );
}

export function kindClass(kind: FileKind): string {
  return `kind kind-${kind}`;
}
