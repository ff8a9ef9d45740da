/** Markdown. HTML in it is shown as text and never runs. */

import { Marked } from 'marked';
import { decodeText } from '#shared/content/text-decoding.ts';
import type { Render } from './render.ts';
import { appendMarkup } from './safe-tree.ts';

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export const renderMarkdown: Render = async ({ bytes }, root) => {
  const marked = new Marked({ gfm: true, renderer: { html: ({ text }) => escaped(text) } });
  const html = await marked.parse(decodeText(new Uint8Array(bytes)).text);
  const article = document.createElement('article');
  article.className = 'prose';
  appendMarkup(html, article);
  root.append(article);
  return null;
};
