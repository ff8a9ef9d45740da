/**
 * Vite plugin for the small scripts: takes a smaller wrapper for `import()` than the bundler's own, which is three times
 * the script it would serve. It leaves out: requesting the imports of a chunk before the chunk is there, and style
 * sheets of chunks, of which the small scripts have none. A failure fires the same event, `vite:preloadError`.
 */
import type { Plugin } from 'vite';

const BUNDLERS_OWN = '\0vite/preload-helper.js';

const OURS = `export const __vitePreload = (load) => load().catch((error) => {
  const news = new Event('vite:preloadError', { cancelable: true });
  news.payload = error;
  if (dispatchEvent(news)) throw error;
});`;

/** @param environments  names of the build environments it is for */
export function lateImport(...environments: readonly string[]): Plugin {
  return {
    name: 'magpie-late-import',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => environments.includes(name),
    load: (id) => (id === BUNDLERS_OWN ? OURS : null),
  };
}
