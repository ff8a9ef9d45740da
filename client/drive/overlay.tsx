/**
 * What lies over the drive: the menu of a row, dialogs, uploads, the drop target, news. Loaded after the first rendering is alive.
 */
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { useT } from '#client/ui/i18n.tsx';
import { Toasts } from '#client/ui/toast.tsx';
import { Dialogs } from './dialogs.tsx';
import type { DriveRoom } from './drive.room.ts';
import { DropTarget } from './drop-target.tsx';
import { RowMenu } from './row-menu.tsx';
import { UploadPanel } from './upload-panel.tsx';
import { WaitLine } from './wait-line.tsx';

export function Overlay({ room }: { room: DriveRoom }): ReactNode {
  const { t } = useT();
  const { state, actions, uploads } = room;
  // The page is alive: what is picked next should not wait, and a network that goes away meanwhile should not matter.
  useEffect(() => uploads.warm(), [uploads]);
  return (
    <>
      <OpenMenu room={room} />
      <Dialogs room={room} />
      {state.place.value === 'all' ? (
        <>
          <UploadPanel room={room} />
          <DropTarget
            folderName={state.path.value.at(-1)?.name ?? t('ui.sidebar.all_files')}
            onDrop={room.upload}
            onError={actions.toasts.sayFailure}
          />
          <LeaveGuard room={room} />
        </>
      ) : null}
      {/* On a phone above what is at the thumb: the upload button, or the selection's bar. */}
      <div
        className={state.selection.value.ids.size > 0 ? 'max-md:[&>.toasts]:bottom-32' : 'max-md:[&>.toasts]:bottom-20'}
      >
        <Toasts items={state.toasts.value} onDismiss={actions.toasts.dismiss}>
          {state.waiting.value ? <WaitLine key={state.waiting.value.id} waiting={state.waiting.value} /> : null}
        </Toasts>
      </div>
    </>
  );
}

function OpenMenu({ room }: { room: DriveRoom }): ReactNode {
  const { state, actions } = room;
  const menu = state.menu.value;
  const row = menu && state.rows.value.find((one) => one.id === menu.id);
  if (!menu || !row) return null;
  const rows = state.selection.value.ids.has(row.id) ? state.selectedRows.value : [row];
  const giveBack = () => {
    if (menu.place.opener?.isConnected) menu.place.opener.focus();
  };
  return (
    <RowMenu
      place={state.place.value}
      rows={rows}
      busy={state.busy.value}
      at={menu.place}
      onRun={(action) => {
        actions.closeMenu();
        giveBack();
        actions.run(action, rows);
      }}
      onClose={() => {
        const isOurs =
          document.activeElement === document.body || document.activeElement?.closest('[role="menu"]') !== null;
        actions.closeMenu();
        if (isOurs) giveBack();
      }}
    />
  );
}

/** Asks before the page is left while something is on its way. */
function LeaveGuard({ room }: { room: DriveRoom }): ReactNode {
  const isActive = room.transfers.summary.value.active > 0;
  useEffect(() => {
    if (!isActive) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isActive]);
  return null;
}
