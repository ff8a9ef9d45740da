/** Chooses a folder to move, copy or extract into. */
import type { ReactNode } from 'react';
import { useCallback, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Answers, Dialog } from '#client/ui/dialog.tsx';
import { useT } from '#client/ui/i18n.tsx';
import type { DriveRow } from '#shared/drive/rows.ts';
import type { ArchiveFolder, ArchiveReading, ExtractChoice } from '../archive/archive-folder.ts';
import { ChooseDialog } from '../archive/choose-dialog.tsx';
import type { Destination } from '../conflicts/conflict.rules.ts';
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
  /** Lists a folder inside an archive. @throws ApiError */
  listArchive: (id: string, path: string, reading: ArchiveReading) => Promise<ArchiveFolder>;
  /** Of names in the archive, chosen when it was looked into; null for a guess. */
  encoding: ExtractChoice['encoding'];
  onPick: (to: Destination, choice: ExtractChoice) => void;
  onClose: () => void;
}

export function PickDialog({
  mode,
  rows,
  listArchive,
  encoding,
  onPick,
  onClose,
  ...tree
}: PickDialogProps): ReactNode {
  const { t, tn } = useT();
  const [chosen, setChosen] = useState<Destination | null>(null);
  const moving = rows.map((row) => row.id);
  const parents = new Set(rows.map((row) => row.parentId));
  const [choice, setChoice] = useState<ExtractChoice>({ paths: [], password: '', encoding });
  const [isChoosing, setChoosing] = useState(false);
  const archiveId = rows[0]?.id ?? '';
  const list = useCallback(
    (path: string, reading: ArchiveReading) => listArchive(archiveId, path, reading),
    [listArchive, archiveId],
  );
  if (isChoosing)
    return (
      <ChooseDialog
        list={list}
        start={choice}
        onDone={(made) => {
          setChoice(made);
          setChoosing(false);
        }}
        onClose={() => setChoosing(false)}
      />
    );
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
            onPick(chosen, choice);
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
      {mode === 'extract' ? (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-2 border-t border-line pt-3">
          <p className="text-sm text-muted" aria-live="polite">
            {choice.paths.length === 0
              ? t('drive.extract.what_all')
              : tn('drive.extract.what_some', choice.paths.length)}
          </p>
          <Button size="sm" onClick={() => setChoosing(true)}>
            {t('drive.extract.choose')}
          </Button>
        </div>
      ) : null}
    </Dialog>
  );
}
