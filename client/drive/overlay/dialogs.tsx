/** The open dialog, and the action of its answer. Loaded with the first dialog. */
import type { ComponentType, ReactNode } from 'react';
import { useCallback, useState } from 'react';
import { makeChosenEncodings } from '#client/preview/encoding/chosen-encodings.ts';
import { useT } from '#client/ui/i18n.tsx';
import { withTexts } from '#client/ui/later-texts.ts';
import type { DriveRow } from '#shared/drive/rows.ts';
import type { AddToAlbumProps } from '../albums/add-to-album.tsx';
import type { ConflictDialogProps } from '../conflicts/conflict-dialog.view.tsx';
import { useFocusRestored } from '../dialogs/focus-restored.ts';
import type { TroubleDialogProps } from '../dialogs/limit-dialog.tsx';
import { ConfirmDialog, ProblemDialog } from '../dialogs/message-dialog.view.tsx';
import { NameDialog } from '../dialogs/name-dialog.view.tsx';
import type { PasswordDialogProps } from '../dialogs/password-dialog.view.tsx';
import { PickDialog, type PickDialogProps } from '../dialogs/pick-dialog.tsx';
import type { RenameDialogProps } from '../dialogs/rename-dialog.view.tsx';
import { drawnName, RenameInPlace } from '../dialogs/rename-in-place.view.tsx';
import type { DriveContext, PlainDialog, ShareDialog } from '../drive.context.ts';
import type { DialogName } from '../drive.state.ts';
import { useLate } from '../late.ts';
import type { DetailsDialogProps } from '../panel/details.tsx';
import type { PaletteProps } from '../search/palette.tsx';
import type { LinksDialogProps } from '../tasks/links-dialog.tsx';
import type { NamedActionDialogProps } from './named-action-dialogs.tsx';

interface PickFolderProps {
  drive: DriveContext;
  mode: PickDialogProps['mode'];
  rows: readonly DriveRow[];
  onClose: () => void;
}

function PickFolder({ drive, mode, rows, onClose }: PickFolderProps): ReactNode {
  const { state, actions } = drive;
  const [row] = rows;
  return (
    <PickDialog
      mode={mode}
      rows={rows}
      way={state.place.value === 'all' ? state.path.value : []}
      loadFolders={actions.folders}
      makeFolder={actions.change.createFolderIn}
      listArchive={actions.change.listArchive}
      encoding={row && mode === 'extract' ? makeChosenEncodings(drive.userId).get(row.id) : null}
      onPick={(to, choice) => {
        if (mode === 'move') void actions.change.move(rows, to);
        else if (mode === 'copy') void actions.change.copy(rows, to);
        else if (row) void actions.change.extract(row, to, choice);
      }}
      onClose={onClose}
    />
  );
}

export function Dialogs({ drive }: { drive: DriveContext }): ReactNode {
  const { t, tn } = useT();
  const { state, actions } = drive;
  const dialog = state.dialog.value;
  const close = useCallback(() => actions.ask(null), [actions]);

  useFocusRestored(dialog !== null);
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
      return <Rename key={dialog.row.id} drive={drive} row={dialog.row} onClose={close} />;
    case 'pick':
      return <PickFolder drive={drive} mode={dialog.mode} rows={dialog.rows} onClose={close} />;
    case 'password':
      return (
        <Late key={dialog.kind} drive={drive} load={loadPasswordDialog} onClose={close}>
          {(PasswordDialog) => (
            <PasswordDialog name={dialog.name} isWrong={dialog.isWrong} onSubmit={dialog.answer} onClose={close} />
          )}
        </Late>
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
    case 'rename-many': {
      const ids = new Set(dialog.rows.map(({ id }) => id));
      const others = state.rows.value.filter(({ id }) => !ids.has(id));
      return (
        <Late key={dialog.kind} drive={drive} load={loadRenameDialog} onClose={close}>
          {(RenameDialog) => (
            <RenameDialog rows={dialog.rows} others={others} onSubmit={actions.change.renameMany} onClose={close} />
          )}
        </Late>
      );
    }
    case 'album':
      return <LateAddToAlbum drive={drive} rows={dialog.rows} onClose={close} />;
    case 'details':
      return (
        <Late key={dialog.kind} drive={drive} load={loadDetailsDialog} onClose={close}>
          {(DetailsDialog) => <DetailsDialog drive={drive} rows={dialog.rows} onClose={close} />}
        </Late>
      );
    case 'named-action':
      return <LateNamedAction drive={drive} name={dialog.name} onClose={close} />;
    case 'links':
      return (
        <Late key={dialog.kind} drive={drive} load={loadLinksDialog} onClose={close}>
          {(LinksDialog) => <LinksDialog drive={drive} link={dialog.link} onClose={close} />}
        </Late>
      );
    case 'conflict':
      return (
        <Late key={dialog.kind} drive={drive} load={loadConflictDialog} onClose={() => dialog.question.answer(null)}>
          {(ConflictDialog) => <ConflictDialog key={dialog.question.id} question={dialog.question} />}
        </Late>
      );
    case 'delete-version':
      return (
        <ConfirmDialog
          title={t('drive.versions.confirm')}
          text={t('drive.confirm.delete.text')}
          submit={t('drive.action.delete')}
          onSubmit={() => void actions.versions.remove(dialog.row, dialog.version)}
          // On a narrow window the details are a dialog, which this one replaced.
          onClose={() => (drive.browser.isWide() ? close() : actions.details.show([dialog.row], 'details'))}
        />
      );
    case 'space':
    case 'limit':
      return (
        <Late key={dialog.kind} drive={drive} load={loadTroubleDialog} onClose={close}>
          {(TroubleDialog) => <TroubleDialog drive={drive} {...dialog} onClose={close} />}
        </Late>
      );
    case 'keys':
      return <LateShortcuts drive={drive} onClose={close} />;
    case 'palette':
      return <LatePalette drive={drive} text={dialog.text} onClose={close} />;
    case 'problem':
      return <ProblemDialog facts={dialog.facts} onClose={close} />;
    case 'share':
      return (
        <Late key={dialog.kind} drive={drive} load={drive.loadShareDialog} onClose={close}>
          {(Dialog: ShareDialog) => <Dialog {...dialog} onClose={close} />}
        </Late>
      );
  }
}

function LateAddToAlbum(props: AddToAlbumProps): ReactNode {
  return (
    <Late drive={props.drive} load={loadAddToAlbum} onClose={props.onClose}>
      {(AddToAlbum) => <AddToAlbum {...props} />}
    </Late>
  );
}

function LateShortcuts({ drive, onClose }: { drive: DriveContext; onClose: () => void }): ReactNode {
  return (
    <Late drive={drive} load={loadShortcutsDialog} onClose={onClose}>
      {(ShortcutsDialog) => <ShortcutsDialog onClose={onClose} />}
    </Late>
  );
}

interface LatePaletteProps {
  drive: DriveContext;
  text: string;
  onClose: () => void;
}

function LatePalette({ drive, text, onClose }: LatePaletteProps): ReactNode {
  return (
    <Late drive={drive} load={loadPalette} onClose={onClose}>
      {(Palette) => <Palette drive={drive} start={text} onClose={onClose} />}
    </Late>
  );
}

interface LateNamedActionProps {
  drive: DriveContext;
  name: DialogName;
  onClose: () => void;
}

function LateNamedAction({ drive, name, onClose }: LateNamedActionProps): ReactNode {
  if (name === 'feedback')
    return (
      <Late drive={drive} load={drive.loadFeedbackDialog} onClose={onClose}>
        {(FeedbackDialog: PlainDialog) => <FeedbackDialog onClose={onClose} />}
      </Late>
    );
  if (name === 'links')
    return (
      <Late drive={drive} load={loadLinksDialog} onClose={onClose}>
        {(LinksDialog) => <LinksDialog drive={drive} onClose={onClose} />}
      </Late>
    );
  return (
    <Late drive={drive} load={loadNamedActionDialog} onClose={onClose}>
      {(Dialog) => <Dialog drive={drive} name={name} onClose={onClose} />}
    </Late>
  );
}

/** Renames in place where the name is drawn, else in a dialog. */
function Rename({ drive, row, onClose }: { drive: DriveContext; row: DriveRow; onClose: () => void }): ReactNode {
  const { t } = useT();
  const [name] = useState(() => drawnName(row.id));
  const rename = (wanted: string) => drive.actions.change.rename(row, wanted);
  // Saving takes a while, in which another dialog may have been opened.
  const close = () => {
    const now = drive.state.dialog.value;
    if (now?.kind === 'rename' && now.row === row) onClose();
  };
  const closeAndFocus = () => {
    close();
    drive.browser.focusRow(row.id);
  };
  if (name) return <RenameInPlace row={row} name={name} onSubmit={rename} onClose={closeAndFocus} onLeave={close} />;
  return (
    <NameDialog
      title={t('drive.rename.title')}
      label={t('drive.rename.label')}
      submit={t('drive.rename.submit')}
      start={row.name}
      isFile={!row.folder}
      mayStay
      onSubmit={rename}
      onClose={closeAndFocus}
    />
  );
}

const loadShortcutsDialog = () =>
  import('../dialogs/shortcuts-dialog.view.tsx').then(({ ShortcutsDialog }): PlainDialog => ShortcutsDialog);
const loadPalette = () => import('../search/palette.tsx').then(({ Palette }): ComponentType<PaletteProps> => Palette);
const loadAddToAlbum = () =>
  withTexts(import('../albums/add-to-album.tsx')).then(({ AddToAlbum }): ComponentType<AddToAlbumProps> => AddToAlbum);
const loadPasswordDialog = () =>
  import('../dialogs/password-dialog.view.tsx').then(
    ({ PasswordDialog }): ComponentType<PasswordDialogProps> => PasswordDialog,
  );
const loadConflictDialog = () =>
  import('../conflicts/conflict-dialog.view.tsx').then(
    ({ ConflictDialog }): ComponentType<ConflictDialogProps> => ConflictDialog,
  );
const loadTroubleDialog = () =>
  import('../dialogs/limit-dialog.tsx').then(({ TroubleDialog }): ComponentType<TroubleDialogProps> => TroubleDialog);
const loadRenameDialog = () =>
  import('../dialogs/rename-dialog.view.tsx').then(
    ({ RenameDialog }): ComponentType<RenameDialogProps> => RenameDialog,
  );
const loadNamedActionDialog = () =>
  import('./named-action-dialogs.tsx').then(
    (module): ComponentType<NamedActionDialogProps> => module.NamedActionDialog,
  );
const loadLinksDialog = () =>
  import('../tasks/links-dialog.tsx').then(({ LinksDialog }): ComponentType<LinksDialogProps> => LinksDialog);
const loadDetailsDialog = () =>
  import('../panel/details.tsx').then(({ DetailsDialog }): ComponentType<DetailsDialogProps> => DetailsDialog);

/** Renders a dialog once its module is loaded. */
function Late<P>({
  drive,
  load,
  onClose,
  children,
}: {
  drive: DriveContext;
  load: () => Promise<ComponentType<P>>;
  onClose: () => void;
  children: (Part: ComponentType<P>) => ReactNode;
}): ReactNode {
  const { showFailure } = drive.actions.toasts;
  const fail = useCallback(
    (error: unknown) => {
      showFailure(error);
      onClose();
    },
    [showFailure, onClose],
  );
  const Part = useLate(true, load, fail);
  return Part ? children(Part) : null;
}
