/**
 * Script of the human check's page: shows one state after the other, exchanges messages with the page around it, and leaves
 * with the
 * token. The widget is passed in (check-work.ts, check-provider.ts).
 */
import { CHECK_MESSAGE, type CheckMessage } from '#shared/shield/messages.ts';
import { readRedirect } from '#shared/shield/redirect.ts';
import { type CheckFacts, type CheckTrouble, type Solved, sendSolution } from './check-api.ts';

export type CheckWord = CheckTrouble | 'working' | 'passed' | 'parked';

export interface CheckWidget {
  /** Ready for another attempt. */
  reset(): void;
  /** The check has ended, in any way. */
  remove(): void;
}

export interface CheckPage {
  readonly place: HTMLElement;
  readonly facts: CheckFacts;
  readonly strings: Readonly<Record<string, string>>;
  show(word: CheckWord | null): void;
  /** A failure before there was a solution. */
  fail(why: CheckTrouble): void;
  /** Sends a solution and leaves with its token. */
  solve(solution: string): Promise<void>;
}

/** @param makeWidget  puts the widget into the page; called once */
export function startCheckPage(
  view: Window,
  makeWidget: (page: CheckPage) => CheckWidget,
  send: (facts: CheckFacts, solution: string) => Promise<Solved> = sendSolution,
): void {
  const { document: page } = view;
  notifyParent(view);
  const place = page.querySelector<HTMLElement>('[data-check]');
  const again = page.querySelector<HTMLElement>('[data-again]');
  // A check that has ended or was refused shows only text.
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
      // The server has checked the address; one that leads to another site is not followed all the same.
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

/**
 * Reports the height that the content needs when it has too little, and a pressed Escape. The frame's parent is always our own
 * origin.
 */
function notifyParent(view: Window): void {
  if (view.parent === view) return;
  const tell = (message: CheckMessage) => view.parent.postMessage(message, view.location.origin);
  view.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') tell({ from: CHECK_MESSAGE, type: 'close' });
  });
  const content = view.document.querySelector('main');
  if (!content) return;
  const measure = () => {
    const height = Math.ceil(content.getBoundingClientRect().height);
    // Asks only for more height: a shrinking dialog would move the button that the user is about to press.
    if (height > view.innerHeight) tell({ from: CHECK_MESSAGE, type: 'responsive-layout', width: 320, height });
  };
  new ResizeObserver(measure).observe(content);
}
