/** Which dialog is open, and what its answer does. Loaded when the first one is asked for. */
import type { ReactNode } from 'react';
import { useCallback, useEffect, useState } from 'react';
import { useT } from '#client/ui/i18n.tsx';
import type { DriveRow } from '#shared/drive/rows.ts';
import type { DriveRoom, ShareDialog } from './drive.room.ts';
import { ConfirmDialog, DetailsDialog, ProblemDialog } from './facts-dialog.tsx';
import { NameDialog } from './name-dialog.tsx';
import { PickDialog } from './pick-dialog.tsx';

export function Dialogs({ room }: { room: DriveRoom }): ReactNode {
  const { t, tn } = useT();
  const { state, actions } = room;
  const dialog = state.dialog.value;
  const isOpen = dialog !== null;
  const close = useCallback(() => actions.ask(null), [actions]);

  // A dialog that is taken away gives the focus to nobody; it belongs where it was.
  useEffect(() => {
    if (!isOpen) return;
    const before = document.activeElement;
    return () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement && before.isConnected)
          before.focus();
      });
    };
  }, [isOpen]);

  if (dialog === null) return null;
  switch (dialog.kind) {
    case 'folder':
      return (
        <NameDialog
          title={t('drive.folder.new')}
          label={t('drive.folder.name')}
          submit={t('drive.folder.create')}
          start={t('drive.folder.default')}
          isFile={false}
          mayStay={false}
          onSubmit={actions.change.createFolder}
          onClose={close}
        />
      );
    case 'rename':
      return (
        <NameDialog
          title={t('drive.rename.title')}
          label={t('drive.rename.label')}
          submit={t('drive.rename.submit')}
          start={dialog.row.name}
          isFile={!dialog.row.folder}
          mayStay
          onSubmit={(name) => actions.change.rename(dialog.row, name)}
          onClose={close}
        />
      );
    case 'pick':
      return (
        <PickDialog
          mode={dialog.mode}
          rows={dialog.rows}
          hereId={state.folderId.value}
          loadFolders={actions.folders}
          onPick={(to) =>
            void (dialog.mode === 'move' ? actions.change.move(dialog.rows, to) : actions.change.copy(dialog.rows, to))
          }
          onClose={close}
        />
      );
    case 'delete':
      return (
        <ConfirmDialog
          title={tn('drive.confirm.delete.title', dialog.rows.length)}
          text={t('drive.confirm.delete.text')}
          submit={t('drive.action.delete')}
          onSubmit={() => void actions.change.remove(dialog.rows)}
          onClose={close}
        />
      );
    case 'empty':
      return (
        <ConfirmDialog
          title={t('drive.confirm.empty.title')}
          text={t('drive.confirm.empty.text')}
          submit={t('drive.trash.empty')}
          onSubmit={() => void actions.change.emptyTrash()}
          onClose={close}
        />
      );
    case 'details':
      return (
        <DetailsDialog
          row={dialog.row}
          place={state.place.value}
          onRun={(action) => {
            close();
            actions.run(action, [dialog.row]);
          }}
          onClose={close}
        />
      );
    case 'problem':
      return <ProblemDialog facts={dialog.facts} onClose={close} />;
    case 'share':
      return <ShareSlot room={room} rows={dialog.rows} onClose={close} />;
  }
}

/** The dialog of links, once its module is here. */
function ShareSlot({
  room,
  rows,
  onClose,
}: {
  room: DriveRoom;
  rows: readonly DriveRow[];
  onClose: () => void;
}): ReactNode {
  const [loaded, setLoaded] = useState<{ Dialog: ShareDialog } | null>(null);
  useEffect(() => {
    room.loadShareDialog().then(
      (Dialog) => setLoaded({ Dialog }),
      (error: unknown) => {
        room.actions.toasts.sayFailure(error);
        onClose();
      },
    );
  }, [room, onClose]);
  return loaded ? <loaded.Dialog rows={rows} onClose={onClose} /> : null;
}
