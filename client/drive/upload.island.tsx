/** The upload button, alive: asks the browser for files and hands them to the transfer engine. */
import type { ReactNode } from 'react';
import { useState } from 'react';
import { scope } from '#client/scope.ts';
import { pickedFromField } from '#client/transfer/picked.ts';
import { useT } from '#client/ui/i18n.tsx';
import type { DriveUploadProps } from '#shared/islands.ts';
import type { DriveRoom } from './drive.room.ts';
import { type UploadButtonLive, UploadButtonView } from './upload-button.view.tsx';

/** A field that is not in the page: the browser's own window is all a person sees of it. */
function askForFiles(room: DriveRoom, isFolder: boolean): void {
  const field = document.createElement('input');
  field.type = 'file';
  field.multiple = true;
  field.webkitdirectory = isFolder;
  field.onchange = () => room.upload(pickedFromField(field.files ?? []));
  field.click();
}

export default function UploadIsland(props: DriveUploadProps): ReactNode {
  const translator = useT();
  const [live] = useState((): UploadButtonLive => {
    const room = scope().drive();
    room.speak(translator);
    return { pickFiles: () => askForFiles(room, false), pickFolder: () => askForFiles(room, true) };
  });
  return <UploadButtonView folderId={props.folderId} disabled={props.disabled} live={live} />;
}
