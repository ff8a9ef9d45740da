/** Markdown. HTML in it is shown as text and never runs. */
import { readMarkdown } from './markdown.rules.ts';
import type { PictureBeside, Render } from './render.ts';
import { appendMarkup } from './safe-tree.ts';
import { readText } from './text-bytes.ts';

/** Pictures take the place of the links to them, where the page has them. */
function showPictures(article: HTMLElement, pictureBeside: PictureBeside): void {
  const links = Map.groupBy(
    article.querySelectorAll<HTMLAnchorElement>('a.picture'),
    (link) => link.dataset['to'] ?? '',
  );
  for (const [address, places] of links) {
    if (address === '' || places.length === 0) continue;
    void pictureBeside(address).then((picture) => {
      if (!picture) return;
      const source = URL.createObjectURL(picture);
      for (const link of places) {
        const image = new Image();
        image.alt = link.textContent;
        image.src = source;
        // A file that is no picture after all stays a link.
        image.decode().then(
          () => link.replaceWith(image),
          () => undefined,
        );
      }
    });
  }
}

export const renderMarkdown: Render = async (message, root, reportOmissions, pictureBeside) => {
  const { text: source, encoding } = readText(message, reportOmissions);
  const html = await readMarkdown(source);
  const article = document.createElement('article');
  article.className = 'prose';
  reportOmissions({ parts: appendMarkup(html, article, { hasLinks: true, keepsClass: (name) => name === 'picture' }) });
  root.append(article);
  showPictures(article, pictureBeside);
  return encoding;
};
