/** EPUB: the chapters in their order, as plain text with its headings, lists and pictures. */
import type { Unzipped } from 'fflate';
import type { Render } from './render.ts';
import { appendMarkup } from './safe-tree.ts';
import { resolvePath, textOfEntry, unzip, xmlOfEntry } from './unzip.ts';

const MAX_CHAPTERS = 2_000;
/** 8 MiB of markup: the length of several books. */
const MAX_CHARS = 8_388_608;
const PICTURES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};

function chapterPaths(entries: Unzipped): readonly string[] {
  const root = xmlOfEntry(entries, 'META-INF/container.xml').getElementsByTagName('rootfile')[0];
  const packagePath = root?.getAttribute('full-path') ?? '';
  const content = xmlOfEntry(entries, packagePath);
  const named = (name: string) => [...content.getElementsByTagNameNS('*', name)];
  const paths = new Map(
    named('item').map((item) => [
      item.getAttribute('id'),
      resolvePath(packagePath, decoded(item.getAttribute('href') ?? '')),
    ]),
  );
  return named('itemref')
    .map((item) => paths.get(item.getAttribute('idref')) ?? '')
    .filter((path) => path !== '');
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export const renderEpub: Render = async ({ bytes }, root, reportOmissions) => {
  const entries = unzip(bytes);
  const addresses = new Map<string, string>();
  const article = document.createElement('article');
  article.className = 'prose';
  const paths = chapterPaths(entries);
  const lost = new Set<string>();
  let [chars, chapters, parts, drawings] = [0, 0, 0, 0];
  for (const [index, path] of paths.entries()) {
    const markup = textOfEntry(entries, path);
    chars += markup.length;
    if (chars > MAX_CHARS || index >= MAX_CHAPTERS) {
      chapters += paths.length - index;
      break;
    }
    if (markup === '') {
      chapters += 1;
      continue;
    }
    const chapter = document.createElement('section');
    parts += appendMarkup(markup, chapter, {
      pictureOf: (address) => {
        const picture = resolvePath(path, decoded(address));
        const content = entries[picture];
        const mime = PICTURES[picture.slice(picture.lastIndexOf('.') + 1).toLowerCase()];
        if (!content || !mime) {
          lost.add(picture);
          return '';
        }
        const known = addresses.get(picture) ?? URL.createObjectURL(new Blob([content.slice()], { type: mime }));
        addresses.set(picture, known);
        return known;
      },
    });
    // A drawing inside the text is not copied.
    drawings += markup.split(/<svg[\s>]/i).length - 1;
    if (chapter.hasChildNodes()) article.append(chapter);
  }
  if (!article.hasChildNodes()) throw new Error('no chapters');
  root.append(article);
  reportOmissions({ chapters, parts, pictures: lost.size + drawings });
  return null;
};
