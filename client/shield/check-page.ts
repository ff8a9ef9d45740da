/**
 * What the page of a human check does with its markup: shows one state after the other, speaks with the page around it,
 * and leaves with the token. Who does the checking is handed in (check-work.ts, check-provider.ts).
 */
import { CHECK_MESSAGE, type CheckMessage } from '#shared/shield/messages.ts';
import { readRedirect } from '#shared/shield/redirect.ts';
import { type CheckFacts, type CheckTrouble, type Solved, sendSolution } from './check-api.ts';

export type CheckWord = CheckTrouble | 'working' | 'passed' | 'parked';

export interface CheckWidget {
  /** Ready for another try. */
  reset(): void;
  /** The check is over, one way or the other. */
  remove(): void;
}

export interface CheckPage {
  readonly place: HTMLElement;
  readonly facts: CheckFacts;
  readonly strings: Readonly<Record<string, string>>;
  show(word: CheckWord | null): void;
  /** Something went wrong before there was a solution. */
  fail(why: CheckTrouble): void;
  /** Sends a solution and leaves with what it gives. */
  solve(solution: string): Promise<void>;
}

/** @param makeWidget  puts the widget into the page; called once */
export function startCheckPage(
  view: Window,
  makeWidget: (page: CheckPage) => CheckWidget,
  send: (facts: CheckFacts, solution: string) => Promise<Solved> = sendSolution,
): void {
  const { document: page } = view;
  tellParent(view);
  const place = page.querySelector<HTMLElement>('[data-check]');
  const again = page.querySelector<HTMLElement>('[data-again]');
  // A check that is over or refused: only words stand there.
  if (!place || !again) return;
  const facts = JSON.parse(place.dataset['check'] ?? '{}') as CheckFacts;
  const strings = JSON.parse(place.dataset['strings'] ?? '{}') as Record<string, string>;

  function show(word: CheckWord | null): void {
    for (const line of page.querySelectorAll<HTMLElement>('[data-word]')) line.hidden = line.dataset['word'] !== word;
  }

  function fail(why: CheckTrouble): void {
    show(why);
    if (why === 'over') widget.remove();
    else {
      if (again) again.hidden = false;
      again?.querySelector('button')?.focus();
    }
  }

  const widget = makeWidget({
    place,
    facts,
    strings,
    show,
    fail,
    async solve(solution) {
      show('working');
      const solved = await send(facts, solution);
      if (!solved.ok) return fail(solved.why);
      widget.remove();
      if (solved.redirectTo === '') return show('parked');
      show('passed');
      // The server has judged it; what would leave this site for elsewhere is not followed all the same.
      const target = readRedirect(solved.redirectTo, view.location.origin);
      if (target) view.location.replace(target.href);
    },
  });

  again.addEventListener('click', () => {
    again.hidden = true;
    show(null);
    widget.reset();
  });
}

/** Says how much room the content wants when it has too little, and that Escape was pressed. The frame's parent is always our own origin. */
function tellParent(view: Window): void {
  if (view.parent === view) return;
  const tell = (message: CheckMessage) => view.parent.postMessage(message, view.location.origin);
  view.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') tell({ from: CHECK_MESSAGE, type: 'close' });
  });
  const content = view.document.querySelector('main');
  if (!content) return;
  const measure = () => {
    const height = Math.ceil(content.getBoundingClientRect().height);
    // Asks for more room, never for less: a dialog that shrinks moves what the person is about to press.
    if (height > view.innerHeight) tell({ from: CHECK_MESSAGE, type: 'responsive-layout', width: 320, height });
  };
  new ResizeObserver(measure).observe(content);
}
