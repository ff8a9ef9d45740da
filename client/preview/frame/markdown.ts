/** Markdown. HTML in it is shown as text and never runs. */
import { readMarkdown } from './markdown.rules.ts';
import type { Render } from './render.ts';
import { appendMarkup } from './safe-tree.ts';
import { readText } from './text-bytes.ts';

export const renderMarkdown: Render = async (message, root) => {
  const { text: source, encoding } = readText(message);
  const html = await readMarkdown(source);
  const article = document.createElement('article');
  article.className = 'prose';
  appendMarkup(html, article, { hasLinks: true });
  root.append(article);
  return encoding;
};
