/** Markdown. HTML in it is shown as text and never runs. */
import { readMarkdown } from './markdown.rules.ts';
import type { Render } from './render.ts';
import { appendMarkup } from './safe-tree.ts';
import { readText } from './text-bytes.ts';

export const renderMarkdown: Render = async (message, root, tellLess) => {
  const { text: source, encoding } = readText(message, tellLess);
  const html = await readMarkdown(source);
  const article = document.createElement('article');
  article.className = 'prose';
  tellLess({ parts: appendMarkup(html, article, { hasLinks: true }) });
  root.append(article);
  return encoding;
};
