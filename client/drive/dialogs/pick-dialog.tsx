/** Chooses a folder to move, copy or extract into. */
import type { ReactNode } from 'react';
import { useState } from 'react';
import { Answers, Dialog } from '#client/ui/dialog.tsx';
import { useT } from '#client/ui/i18n.tsx';
import type { DriveRow } from '#shared/drive/rows.ts';
import type { Destination } from '../changes/conflict.rules.ts';
import { canReceive } from '../drive.can.ts';
import { FolderTree, type FolderTreeProps } from './folder-tree.tsx';

const SUBMIT_LABELS = {
  move: 'drive.pick.move_here',
  copy: 'drive.pick.copy_here',
  extract: 'drive.extract.here',
} as const;

export interface PickDialogProps extends Pick<FolderTreeProps, 'way' | 'loadFolders' | 'makeFolder'> {
  mode: 'move' | 'copy' | 'extract';
  rows: readonly DriveRow[];
  onPick: (to: Destination) => void;
  onClose: () => void;
}

export function PickDialog({ mode, rows, onPick, onClose, ...tree }: PickDialogProps): ReactNode {
  const { t, tn } = useT();
  const [chosen, setChosen] = useState<Destination | null>(null);
  const moving = rows.map((row) => row.id);
  const parents = new Set(rows.map((row) => row.parentId));
  return (
    <Dialog
      title={
        mode === 'extract'
          ? t('drive.extract.title')
          : tn(mode === 'move' ? 'drive.pick.move' : 'drive.pick.copy', rows.length)
      }
      onClose={onClose}
      footer={
        <Answers
          onCancel={onClose}
          disabled={chosen === null}
          onClick={() => {
            if (chosen === null) return;
            onClose();
            onPick(chosen);
          }}
        >
          {t(SUBMIT_LABELS[mode])}
        </Answers>
      }
    >
      <FolderTree
        {...tree}
        chosen={chosen}
        onChoose={setChosen}
        // The folder that contains all of the rows cannot be chosen to move to.
        mayChoose={(id) => canReceive(id, moving) && (mode !== 'move' || parents.size > 1 || !parents.has(id))}
        moving={moving}
        hasFocus
      />
    </Dialog>
  );
}
