/**
 * Sheets that are loaded after the page's own, which holds only what the page shows by itself at rest. Each resolves when its sheet is in
 * use; also when it does not load, because the markup is readable without.
 */

const loading = new Map<string, Promise<void>>();

function load(page: Document, address: string | undefined): Promise<void> {
  if (address === undefined) return Promise.resolve();
  const begun = loading.get(address);
  if (begun) return begun;
  const link = page.createElement('link');
  link.rel = 'stylesheet';
  link.href = address;
  const loaded = new Promise<void>((resolve) => {
    link.onload = () => resolve();
    link.onerror = () => resolve();
    // Last: it holds the rules of the page's own sheet too, in their order.
    page.head.append(link);
  });
  loading.set(address, loaded);
  return loaded;
}

/** For markup of another page. */
export function wholeStyles(page: Document): Promise<void> {
  return load(page, page.documentElement.dataset['styles']);
}

/** For what the page shows once it is used. */
export function laterStyles(page: Document): Promise<void> {
  return load(page, page.documentElement.dataset['stylesLater']);
}
