/** Upload button: opens the file picker and passes the files to the transfer engine. Its menu has the other ways to add. */
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useT } from '#client/ui/i18n.tsx';
import { withTexts } from '#client/ui/later-texts.ts';
import type { MenuPlace } from '#client/ui/menu-sheet.tsx';
import { driveContext } from '../drive.context.ts';
import { useLate } from '../late.ts';
import { askForFiles } from './ask-for-files.ts';
import { type UploadButtonLive, UploadButtonView } from './upload-button.view.tsx';

const loadSheet = () => withTexts(import('./add-sheet.view.tsx')).then(({ AddSheet }) => AddSheet);

export default function UploadIsland(): ReactNode {
  const translator = useT();
  const [adding, setAdding] = useState<MenuPlace | null>(null);
  const [{ drive, live }] = useState(() => {
    const drive = driveContext();
    drive.setTranslator(translator);
    const live: UploadButtonLive = {
      pickFiles: () => askForFiles('files', drive.upload),
      add: (opener) => {
        const { right, bottom } = opener.getBoundingClientRect();
        setAdding({ x: right, y: bottom, opener });
      },
    };
    return { drive, live };
  });
  const Sheet = useLate(adding !== null, loadSheet);
  return (
    <>
      <UploadButtonView live={live} />
      {adding && Sheet ? <Sheet drive={drive} at={adding} onClose={() => setAdding(null)} /> : null}
    </>
  );
}
