/** Word documents. The one place that uses its package. */
import { renderAsync } from 'docx-preview';
import type { Unzipped } from 'fflate';
import type { Omissions } from '../less.rules.ts';
import type { Render } from './render.ts';
import { repack, unzip, xmlOfEntry } from './unzip.ts';

/** Charts, diagrams, embedded documents and comments: the package draws none of them. */
function omittedOf(entries: Unzipped): Omissions {
  const body = xmlOfEntry(entries, 'word/document.xml');
  const count = (name: string) => body.getElementsByTagNameNS('*', name).length;
  const comments = entries['word/comments.xml'] ? xmlOfEntry(entries, 'word/comments.xml') : null;
  const drawn = [...body.getElementsByTagNameNS('*', 'graphicData')].filter((one) =>
    /\/(?:chart|diagram|chartex)$/.test(one.getAttribute('uri') ?? ''),
  );
  return {
    objects: drawn.length + count('OLEObject') + count('altChunk'),
    comments: comments?.getElementsByTagNameNS('*', 'comment').length ?? 0,
  };
}

/** Pictures that the browser cannot draw, as the metafiles of old programs. */
async function brokenPictures(holder: HTMLElement): Promise<number> {
  const pictures = [...holder.querySelectorAll('img')];
  const drawn = await Promise.allSettled(pictures.map((picture) => picture.decode()));
  return drawn.filter(({ status }) => status === 'rejected').length;
}

export const renderDocx: Render = async ({ bytes }, root, reportOmissions) => {
  const entries = unzip(bytes);
  if (!entries['word/document.xml']) throw new Error('no document');
  const holder = document.createElement('div');
  holder.className = 'docx-pages';
  await renderAsync(repack(entries), holder, holder, {
    inWrapper: false,
    ignoreLastRenderedPageBreak: true,
    // Foreign formats inside of a document would be frames of their own.
    renderAltChunks: false,
    useBase64URL: true,
    experimental: false,
  });
  for (const link of holder.querySelectorAll('a[href]')) {
    link.setAttribute('title', link.getAttribute('href') ?? '');
    link.removeAttribute('href');
  }
  for (const element of holder.querySelectorAll('iframe, script, object, embed')) element.remove();
  root.append(holder);
  reportOmissions({ ...omittedOf(entries), pictures: await brokenPictures(holder) });
  return null;
};
