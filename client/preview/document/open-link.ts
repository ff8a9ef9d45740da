/** Links that a reader presses in a document. */
import type { ShowContext } from '../preview-types.ts';

/** The path of an address as a document writes it, from its own folder. */
function pathOf(address: string): string {
  const path = address.split(/[?#]/, 1)[0] ?? '';
  return path.replace(/^(?:\.\/)+/, '');
}

/** Whether an address leads into a folder below the document's own, or out of it, as `img/a.png` and `../a.png`. */
export function isInAnotherFolder(address: string): boolean {
  return /^[^/\\:]+\/./.test(pathOf(address));
}

/** The name of a file beside the document, as `./notes.md` or `picture%201.png`; '' for any other address. */
export function nameBeside(address: string): string {
  const bare = pathOf(address);
  if (bare === '' || /[/\\]/.test(bare) || /^[a-z][a-z0-9+.-]*:/i.test(bare)) return '';
  try {
    return decodeURIComponent(bare);
  } catch {
    return bare;
  }
}

/** Opens a page of the web in a window without a way back to ours, or shows the file beside the document. Any other address is left. */
export function openLink({ host, showItem }: ShowContext, address: string): void {
  const url = URL.parse(address);
  if (url !== null) {
    if (['https:', 'http:', 'mailto:'].includes(url.protocol)) window.open(url, '_blank', 'noopener,noreferrer');
    return;
  }
  const name = nameBeside(address);
  const found = name === '' ? undefined : host.items().find((item) => item.name === name);
  if (found) showItem(found.id);
}
