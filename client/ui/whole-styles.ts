/** Markup of another page needs the whole style sheet: the page's own holds only what the page shows by itself. */

let loading: Promise<void> | undefined;

/** Resolves when the whole sheet is in use; also when it does not load, because the markup is readable without. */
export function wholeStyles(page: Document): Promise<void> {
  const { dataset } = page.documentElement;
  const address = dataset['styles'];
  if (loading || address === undefined) return loading ?? Promise.resolve();
  const link = page.createElement('link');
  link.rel = 'stylesheet';
  link.href = address;
  loading = new Promise((resolve) => {
    link.onload = () => resolve();
    link.onerror = () => resolve();
    // Last: it holds the rules of the page's own sheet too, in their order.
    page.head.append(link);
  });
  return loading;
}
