/** Markup of another page needs the whole style sheet: the page's own holds only what the page shows by itself. */

/** Resolves when the whole sheet is in use; also when it does not load, because the markup is readable without. */
export function wholeStyles(page: Document): Promise<void> {
  const { dataset } = page.documentElement;
  const address = dataset['styles'];
  if (address === undefined) return Promise.resolve();
  delete dataset['styles'];
  const link = page.createElement('link');
  link.rel = 'stylesheet';
  link.href = address;
  return new Promise((resolve) => {
    link.onload = () => resolve();
    link.onerror = () => resolve();
    // Last: it holds the rules of the page's own sheet too, in their order.
    page.head.append(link);
  });
}
