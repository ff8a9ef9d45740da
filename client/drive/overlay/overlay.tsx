/** Menus, dialogs and transfers over the drive. Loaded when the page is used (overlay-wanted.ts). */

import { ImageMinus, ImagePlus } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { DriveRow } from '#shared/drive/rows.ts';
import { takeLater } from '../albums/album-acts.ts';
import { fitAlbums } from '../albums/fit-albums.ts';
import type { FoldersMenu } from '../browser-model.ts';
import type { DriveContext } from '../drive.context.ts';
import { PLACE_MENU } from '../input/empty-area.ts';
import { useLate } from '../late.ts';
import { FolderMenu } from '../menus/folders-menu.tsx';
import type { PlaceMenuProps } from '../menus/place-menu.tsx';
import { type AlbumAct, RowMenu } from '../menus/row-menu.view.tsx';
import { LeaveGuard, useEarlierTransfers } from '../upload/earlier-transfers.tsx';
import { UploadPanel } from '../upload/upload-panel.tsx';
import { Dialogs } from './dialogs.tsx';

const loadPlaceMenu = () =>
  import('../menus/place-menu.tsx').then(({ PlaceMenu }): ComponentType<PlaceMenuProps> => PlaceMenu);

export function Overlay({ drive }: { drive: DriveContext }): ReactNode {
  const { state } = drive;
  const transfers = state.transfers.value;
  useEarlierTransfers(drive);
  return (
    <>
      <OpenMenu drive={drive} />
      {state.folders.value ? (
        <FolderMenu key={folderMenuKey(state.folders.value)} drive={drive} menu={state.folders.value} />
      ) : null}
      <Dialogs drive={drive} />
      <div className={state.selection.value.ids.size > 0 ? 'above-selection' : undefined}>
        {transfers ? <UploadPanel drive={drive} transfers={transfers} /> : null}
      </div>
      <LeaveGuard drive={drive} />
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
      albums={albumActs(drive, rows, onDone)}
      onClose={onClose}
    />
  );
}

/** Pictures and films go into albums, and out of the one that is open. */
function albumActs(drive: DriveContext, rows: readonly DriveRow[], onDone: () => void): AlbumAct[] {
  const { state, actions } = drive;
  if (!fitAlbums(rows) || rows.some(({ id }) => state.busy.value.has(id))) return [];
  const [album] = state.place.value === 'photos' ? state.path.value : [];
  const acts: AlbumAct[] = [
    {
      label: 'drive.albums.add',
      Icon: ImagePlus,
      run: () => {
        onDone();
        actions.ask({ kind: 'album', rows });
      },
    },
  ];
  if (album)
    acts.push({
      label: 'drive.albums.take',
      Icon: ImageMinus,
      run: () => {
        onDone();
        void takeLater(drive, album, rows);
      },
    });
  return acts;
}
