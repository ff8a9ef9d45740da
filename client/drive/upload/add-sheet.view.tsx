/** The ways to add: pictures and a photo taken now on a phone, files, their folder elsewhere, a new folder, a link. Loaded at the first press. */
import { Camera, FileUp, FolderPlus, FolderUp, Images, Link2, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '#client/ui/i18n.tsx';
import { type MenuPlace, MenuSheet } from '#client/ui/menu-sheet.tsx';
import { allowedHere } from '../drive.can.ts';
import type { DriveContext } from '../drive.context.ts';
import { askForFiles } from './ask-for-files.ts';

export interface AddSheetProps {
  drive: DriveContext;
  at: MenuPlace;
  onClose: () => void;
}

type AddItem = readonly [LucideIcon, string, () => void];

export function AddSheet({ drive, at, onClose }: AddSheetProps): ReactNode {
  const { t } = useT();
  const { state, actions, upload } = drive;
  const isPhone = matchMedia('(max-width: 768px)').matches;
  const files: AddItem = [FileUp, t('drive.upload.files'), () => askForFiles('files', upload)];
  const items: readonly AddItem[] = [
    // A phone has no folders to choose.
    ...(isPhone
      ? ([
          [Images, t('drive.add.pictures'), () => askForFiles('pictures', upload)],
          [Camera, t('drive.add.camera'), () => askForFiles('camera', upload)],
          files,
        ] as const)
      : ([files, [FolderUp, t('drive.upload.folder'), () => askForFiles('folder', upload)]] as const)),
    ...(allowedHere(state.place.value).includes('new-folder')
      ? [[FolderPlus, t('drive.folder.new'), actions.handlers.newFolder] as const]
      : []),
    [Link2, t('drive.tasks.add'), () => actions.ask({ kind: 'named-action', name: 'links' })],
  ];
  return (
    <MenuSheet at={at} isAtButton label={t('ui.phone.add')} title={t('ui.phone.add')} onClose={onClose}>
      {items.map(([Icon, label, run]) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className="menu-item max-md:min-h-12"
          onClick={() => {
            onClose();
            at.opener?.focus();
            run();
          }}
        >
          <Icon size={20} aria-hidden="true" />
          {label}
        </button>
      ))}
    </MenuSheet>
  );
}
