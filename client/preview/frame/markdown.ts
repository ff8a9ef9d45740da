/** Markdown. HTML in it is shown as text and never runs. */
import { Marked } from 'marked';
import type { Render } from './render.ts';
import { appendMarkup } from './safe-tree.ts';
import { readText } from './text-bytes.ts';

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export const renderMarkdown: Render = async (message, root) => {
  const { text: source, encoding } = readText(message);
  const marked = new Marked({ gfm: true, renderer: { html: ({ text }) => escaped(text) } });
  const html = await marked.parse(source);
  const article = document.createElement('article');
  article.className = 'prose';
  appendMarkup(html, article);
  root.append(article);
  return encoding;
};
