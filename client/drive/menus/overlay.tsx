/** Everything over the drive: row menu, dialogs, uploads, drop target, toasts. Loaded after the first rendering. */

import type { ComponentType, ReactNode } from 'react';
import { useEffect } from 'react';
import { useT } from '#client/ui/i18n.tsx';
import { Toasts } from '#client/ui/toast.tsx';
import { shownPath } from '#shared/drive/shown-name.ts';
import type { FoldersMenu } from '../browser-model.ts';
import { watchNamedActions } from '../changes/named-action-links.ts';
import { WaitLine } from '../changes/retry-line.view.tsx';
import { Dialogs } from '../dialogs/dialogs.tsx';
import type { DriveContext } from '../drive.context.ts';
import { useLate } from '../late.ts';
import { watchDragging } from '../selection/drag.ts';
import { DropTarget } from '../selection/drop-target.view.tsx';
import { watchBrowsing } from '../selection/interactions.ts';
import { LeaveGuard, useEarlierTransfers } from '../upload/earlier-transfers.tsx';
import { UploadPanel } from '../upload/upload-panel.tsx';
import { PLACE_MENU } from './empty-area.ts';
import { FolderMenu } from './folders-menu.tsx';
import type { PlaceMenuProps } from './place-menu.tsx';
import { RowMenu } from './row-menu.view.tsx';

const loadPlaceMenu = () =>
  import('./place-menu.tsx').then(({ PlaceMenu }): ComponentType<PlaceMenuProps> => PlaceMenu);

export function Overlay({ drive }: { drive: DriveContext }): ReactNode {
  const translator = useT();
  const { t } = translator;
  const { state, actions } = drive;
  useEarlierTransfers(drive);
  useEffect(() => watchDragging(drive), [drive]);
  useEffect(() => watchBrowsing(drive), [drive]);
  useEffect(() => watchNamedActions(drive), [drive]);
  return (
    <>
      <OpenMenu drive={drive} />
      {state.folders.value ? (
        <FolderMenu key={folderMenuKey(state.folders.value)} drive={drive} menu={state.folders.value} />
      ) : null}
      <Dialogs drive={drive} />
      <div className={state.selection.value.ids.size > 0 ? 'above-selection' : undefined}>
        <UploadPanel drive={drive} />
      </div>
      <LeaveGuard drive={drive} />
      {state.place.value !== 'trash' ? (
        <DropTarget
          folderName={
            (state.place.value === 'all' && shownPath(state.path.value, translator).at(-1)?.name) ||
            t('ui.sidebar.all_files')
          }
          onDrop={drive.upload}
          onError={actions.toasts.showFailure}
        />
      ) : null}
      <div className={toastsFoot(drive)}>
        <Toasts items={state.toasts.value} onDismiss={actions.toasts.dismiss}>
          {state.waiting.value ? <WaitLine key={state.waiting.value.id} waiting={state.waiting.value} /> : null}
        </Toasts>
      </div>
    </>
  );
}

function folderMenuKey({ way, current, steps }: FoldersMenu): string {
  return `${way.at(-1)?.id ?? ''}/${current}/${steps?.length ?? 0}`;
}

function OpenMenu({ drive }: { drive: DriveContext }): ReactNode {
  const { state, actions } = drive;
  const menu = state.menu.value;
  const PlaceMenu = useLate(menu?.id === PLACE_MENU, loadPlaceMenu);
  const row = menu && state.rows.value.find((one) => one.id === menu.id);
  if (!menu) return null;
  const giveBack = () => {
    if (menu.place.opener?.isConnected) menu.place.opener.focus();
  };
  const onClose = () => {
    const isOurs =
      document.activeElement === document.body || document.activeElement?.closest('[role="menu"]') !== null;
    actions.closeMenu();
    if (isOurs) giveBack();
  };
  const onDone = () => {
    actions.closeMenu();
    giveBack();
  };
  if (menu.id === PLACE_MENU)
    return PlaceMenu ? <PlaceMenu drive={drive} at={menu.place} onDone={onDone} onClose={onClose} /> : null;
  if (!row) return null;
  const rows = state.selection.value.ids.has(row.id) ? state.selectedRows.value : [row];
  return (
    <RowMenu
      place={state.place.value}
      rows={rows}
      busy={state.busy.value}
      takesTorrents={state.takesTorrents.value}
      at={menu.place}
      onRun={(action) => {
        onDone();
        actions.run(action, rows);
      }}
      onClose={onClose}
    />
  );
}

/** On a phone toasts are above the upload button, the selection's bar and the transfers. */
function toastsFoot({ state }: DriveContext): string {
  return state.selection.value.ids.size > 0
    ? 'max-md:[&>.toasts]:bottom-[calc(8rem+var(--transfers,0px))]'
    : 'max-md:[&>.toasts]:bottom-[calc(5rem+var(--transfers,0px))]';
}
