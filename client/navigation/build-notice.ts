/** Watches for a new build in an open page and shows a note. Only the user reloads the page. */
import { watchBuild } from './build-watch.ts';
import { hideNote, showNote } from './notes.ts';

export function watchNewBuild(page: Document): void {
  const { build } = page.documentElement.dataset;
  if (build === undefined || build === 'dev') return;
  const watch = watchBuild({
    build,
    latest: async () => {
      const { latestBuild } = await import('./latest-build.ts');
      return (await latestBuild(page)).id;
    },
    isVisible: () => page.visibilityState === 'visible',
    nowMs: Date.now,
    chance: Math.random,
    after: (ms, run) => void setTimeout(run, ms),
    onNew: () => {
      showNote(page, 'build');
      page.querySelector('[data-note-close]')?.addEventListener('click', () => hideNote(page, 'build'), { once: true });
    },
    log: console.warn,
  });
  page.addEventListener('visibilitychange', () => void watch.seen());
  addEventListener('focus', () => void watch.seen());
}
