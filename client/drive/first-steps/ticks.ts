/** Ticks first steps as they are done: files and links of this window at once, a phone and a program with the next notification or return. */
import { onUnread } from '#client/shell/unread.ts';
import { FIRST_STEPS, FIRST_STEPS_ID, type FirstStep } from '#shared/auth/first-steps.ts';
import { href } from '#shared/routes.ts';
import type { DriveState } from '../drive.state.ts';

const isStep = (text: string): text is FirstStep => FIRST_STEPS.some((step) => step === text);

/** The steps that a page of the drive says are done. A page without the list says that of all. */
export function doneIn(page: string): readonly FirstStep[] {
  const [, done] = new RegExp(`id="${FIRST_STEPS_ID}" data-done="([a-z ]*)"`).exec(page) ?? [];
  return done === undefined ? FIRST_STEPS : done.split(' ').filter(isStep);
}

export function tick(page: Document, steps: readonly FirstStep[]): void {
  const list = page.getElementById(FIRST_STEPS_ID);
  if (!list) return;
  for (const step of steps) {
    const line = list.querySelector<HTMLElement>(`[data-step="${step}"]`);
    if (!line) continue;
    line.dataset['ticked'] = '';
    for (const sign of line.querySelectorAll<HTMLElement>('[data-is]')) sign.hidden = sign.dataset['is'] !== 'done';
  }
  const count = list.querySelectorAll('[data-ticked]').length;
  for (const [number, text] of [...list.querySelectorAll<HTMLElement>('[role="status"] > span')].entries())
    text.hidden = number !== count;
}

/** @returns stops it */
export function watchSteps(
  page: Document,
  { rows, sharedTurn, marks }: Pick<DriveState, 'rows' | 'sharedTurn' | 'marks'>,
): () => void {
  const control = new AbortController();
  /** Other devices: this window learns of a sign-in by its notification, or when the person comes back to it. */
  async function ask(): Promise<void> {
    const lines = '[data-step="phone"]:not([data-ticked]), [data-step="program"]:not([data-ticked])';
    if (page.hidden || !page.querySelector(lines)) return;
    try {
      const answer = await fetch(href('drive.all'), { signal: control.signal });
      // A session that has ended leads to another page.
      if (answer.ok && !answer.redirected) tick(page, doneIn(await answer.text()));
    } catch {
      // The next sign, or the next page, has it.
    }
  }
  const first = sharedTurn.peek();
  const stops = [
    rows.subscribe((now) => {
      if (now.some((row) => !row.folder && row.phase === 'PHASE_TYPE_COMPLETE')) tick(page, ['add']);
    }),
    marks.subscribe((now) => {
      if (now.size > 0) tick(page, ['share']);
    }),
    sharedTurn.subscribe((turn) => {
      if (turn !== first) tick(page, ['share']);
    }),
  ];
  page.addEventListener('visibilitychange', () => void ask(), { signal: control.signal });
  onUnread(() => {
    if (!control.signal.aborted) void ask();
  });
  return () => {
    control.abort();
    for (const stop of stops) stop();
  };
}
