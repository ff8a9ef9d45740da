/** One click listener for the page. Its answers come with the first touch: a resting page needs none of them. */
import { onFirstTouch } from '#client/ui/first-touch.ts';

const bring = () => import('./presses.ts');

export function watchClicks(page: Document): void {
  onFirstTouch(page, () => void bring());
  page.addEventListener('click', (event) => {
    keepBare(event.target);
    void bring().then((part) => part.answerClick(page, event));
  });
  page.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') void bring().then((part) => part.leaveMenu(page));
  });
}

/** Keeps a hidden header hidden on the next page: the link is followed with this very click. */
function keepBare(target: EventTarget | null): void {
  if (!(target instanceof Element)) return;
  const link = target.closest<HTMLAnchorElement>('[data-bare] :is(a[href^="/drive"], a[href^="/s/"])');
  if (link && !link.search.includes('hide_header=')) link.search += `${link.search ? '&' : '?'}hide_header=1`;
}
