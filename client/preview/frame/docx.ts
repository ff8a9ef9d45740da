/** Word documents. The one place that uses its package. */
import { renderAsync } from 'docx-preview';
import type { Render } from './render.ts';
import { repack, unzip } from './unzip.ts';

export const renderDocx: Render = async ({ bytes }, root) => {
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
  return null;
};
