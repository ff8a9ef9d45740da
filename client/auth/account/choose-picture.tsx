/** Lets the user crop a picture, and returns the part as a file to upload. Texts are in the document. */
import { createRoot } from 'react-dom/client';
import { I18nProvider } from '#client/ui/i18n.tsx';
import { TEXTS_BLOCK } from '#shared/islands.ts';
import { DEFAULT_LOCALE, isLocale } from '#shared/locale/tags.ts';
import { type Messages, makeTranslator } from '#shared/locale/translator.ts';
import { PictureCrop } from './picture-crop.view.tsx';
import { squarePicture } from './picture-file.ts';

function translatorOf(page: Document) {
  const { lang } = page.documentElement;
  const messages = JSON.parse(page.getElementById(TEXTS_BLOCK)?.textContent ?? '{}') as Messages;
  return makeTranslator(isLocale(lang) ? lang : DEFAULT_LOCALE, messages);
}

function loadPicture(src: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const picture = new Image();
    picture.onload = () => resolve(picture);
    picture.onerror = () => reject(new Error('not a picture that this browser shows'));
    picture.src = src;
  });
}

/**
 * @returns the cropped square; null when the user closed the dialog
 * @throws Error when the browser cannot show or encode the file
 */
export async function choosePicture(file: File, page: Document): Promise<File | null> {
  const src = URL.createObjectURL(file);
  const host = page.createElement('div');
  const root = createRoot(host);
  try {
    const picture = await loadPicture(src);
    page.body.append(host);
    return await new Promise<File | null>((resolve, reject) => {
      root.render(
        <I18nProvider translator={translatorOf(page)}>
          <PictureCrop
            src={src}
            onClose={() => resolve(null)}
            onSave={(area) => void squarePicture(picture, area).then(resolve, reject)}
          />
        </I18nProvider>,
      );
    });
  } finally {
    root.unmount();
    host.remove();
    URL.revokeObjectURL(src);
  }
}
