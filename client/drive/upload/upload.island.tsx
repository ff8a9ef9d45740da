/** The upload button, alive: asks the browser for files and hands them to the transfer engine. */
import type { ReactNode } from 'react';
import { useState } from 'react';
import { scope } from '#client/scope.ts';
import { useT } from '#client/ui/i18n.tsx';
import { askForFiles } from './ask-for-files.ts';
import { type UploadButtonLive, UploadButtonView } from './upload-button.view.tsx';

export default function UploadIsland(): ReactNode {
  const translator = useT();
  const [live] = useState((): UploadButtonLive => {
    const room = scope().drive();
    room.speak(translator);
    return { pickFiles: () => askForFiles('files', room.upload), pickFolder: () => askForFiles('folder', room.upload) };
  });
  return <UploadButtonView live={live} />;
}
