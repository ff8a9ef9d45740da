/** Which rows of the list are shared, asked in the background: the list is drawn without it. */
import { type AskMarks, MAX_MARKED_IDS } from '#shared/drive/shared-mark.ts';
import type { BrowserApi } from '../browser-api.ts';
import type { RowMark } from '../browser-model.ts';
import type { DriveState } from '../drive.state.ts';

/** Marks of rows are asked again after this long, with the next change of the list. */
const FRESH_MS = 30_000;
/** A list that grows or is being drawn is asked for once. */
const REST_MS = 200;

type MarksState = Pick<DriveState, 'rows' | 'place' | 'marks' | 'sharedTurn'>;

export interface MarksDeps {
  readonly state: MarksState;
  readonly browser: Pick<BrowserApi, 'after' | 'nowMs' | 'onWake' | 'isVisible'>;
  readonly ask: AskMarks;
  /** Called with the first row that is shared. */
  readonly loadSign: () => Promise<RowMark['Sign']>;
}

/** @returns stops asking */
export function watchMarks({ state, browser, ask, loadSign }: MarksDeps): () => void {
  /** When each row was asked for, epoch ms. */
  const asked = new Map<string, number>();
  let cancel: () => void = () => undefined;

  async function look(): Promise<void> {
    if (state.place.value === 'trash' || !browser.isVisible()) return;
    const nowMs = browser.nowMs();
    const old = (id: string) => nowMs - (asked.get(id) ?? Number.NEGATIVE_INFINITY) >= FRESH_MS;
    const ids = state.rows.value.map(({ id }) => id).filter(old);
    for (let first = 0; first < ids.length; first += MAX_MARKED_IDS) {
      const some = ids.slice(first, first + MAX_MARKED_IDS);
      for (const id of some) asked.set(id, nowMs);
      try {
        const found = await ask(some);
        const Sign = found.length > 0 ? await loadSign() : null;
        const marks = new Map(state.marks.value);
        for (const id of some) marks.delete(id);
        if (Sign) for (const mark of found) marks.set(mark.id, { ...mark, Sign });
        if (found.length > 0 || some.some((id) => state.marks.value.has(id))) state.marks.value = marks;
      } catch {
        // They are asked for again with the next change of the list.
        for (const id of some) asked.delete(id);
        return;
      }
    }
  }

  function soon(): void {
    cancel();
    cancel = browser.after(REST_MS, () => void look());
  }

  const stops = [
    state.rows.subscribe(soon),
    state.sharedTurn.subscribe(() => {
      asked.clear();
      soon();
    }),
  ];
  let hasStopped = false;
  browser.onWake(() => {
    if (!hasStopped) soon();
  });
  return () => {
    hasStopped = true;
    cancel();
    for (const stop of stops) stop();
  };
}
