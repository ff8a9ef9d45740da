/** Upload button: opens the file picker and passes the files to the transfer engine. */
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useT } from '#client/ui/i18n.tsx';
import { driveContext } from '../drive.context.ts';
import { askForFiles } from './ask-for-files.ts';
import { type UploadButtonLive, UploadButtonView } from './upload-button.view.tsx';

export default function UploadIsland(): ReactNode {
  const translator = useT();
  const [live] = useState((): UploadButtonLive => {
    const drive = driveContext();
    drive.setTranslator(translator);
    return {
      pickFiles: () => askForFiles('files', drive.upload),
      pickFolder: () => askForFiles('folder', drive.upload),
    };
  });
  return <UploadButtonView live={live} />;
}
