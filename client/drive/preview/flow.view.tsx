/** A listing as one long row of large cards, with the facts of the middle card below. Draws only the cards near the window. */

import type { ReactNode } from 'react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { classes } from '#client/ui/classes.ts';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { shownName } from '#shared/drive/shown-name.ts';
import { MoreButton, SelectBox } from '../listing/row.view.tsx';
import { RowPicture } from '../pictures/row-picture.view.tsx';
import { drawnOf, FLOW_STEP_PX, middleOf, nearOf } from './flow.rules.ts';
import type { LargeViewProps } from './large-props.ts';

/** Cards in the first HTML, where the width of the window is unknown. */
const FIRST_CARDS = 12;
/** Scrolling has ended when the row has not moved for 120 ms. */
const REST_MS = 120;

/** Scroll state of the row of cards: brings the current card to the middle, and makes a scrolled-to card the current one. */
function useStrip(index: number, count: number, go: (index: number) => void) {
  const strip = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState({ first: 0, last: Math.min(FIRST_CARDS, count) - 1 });
  const last = count - 1;

  const draw = () => {
    const element = strip.current;
    if (!element) return;
    const next = nearOf(element.scrollLeft, element.clientWidth, count);
    setNear((before) => (before.first === next.first && before.last === next.last ? before : next));
  };
  useLayoutEffect(draw);

  // Scrolling makes the middle card the current one; a key or press brings the current card to the middle.
  const goRef = useRef(go);
  goRef.current = go;
  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = () => {
      const at = middleOf(element.scrollLeft, last + 1);
      if (at !== Number(element.dataset['at'])) goRef.current(at);
    };
    const scrolled = () => {
      draw();
      clearTimeout(timer);
      timer = setTimeout(rest, REST_MS);
    };
    element.addEventListener('scroll', scrolled, { passive: true });
    addEventListener('resize', draw);
    return () => {
      clearTimeout(timer);
      element.removeEventListener('scroll', scrolled);
      removeEventListener('resize', draw);
    };
  });
  // A scroll on its way to another card passes this one without stopping.
  const aim = useRef(index);
  useEffect(() => {
    const element = strip.current;
    if (!element || (middleOf(element.scrollLeft, last + 1) === index && aim.current === index)) return;
    aim.current = index;
    const isFar = Math.abs(middleOf(element.scrollLeft, last + 1) - index) > 3;
    const isCalm = isFar || matchMedia('(prefers-reduced-motion: reduce)').matches;
    element.scrollTo({ left: index * FLOW_STEP_PX, behavior: isCalm ? 'instant' : 'smooth' });
  }, [index, last]);

  // The focus moves to the middle card: the card that had it may not be drawn any more.
  useLayoutEffect(() => {
    const element = strip.current;
    if (!element?.contains(document.activeElement) || !document.activeElement?.matches('[data-name]')) return;
    element.querySelector<HTMLElement>(`[data-index="${index}"] [data-name]`)?.focus({ preventScroll: true });
  }, [index]);
  return { strip, near };
}

export function FlowView({ row: middle, index, rows, nextPageToken, place, live, go }: LargeViewProps): ReactNode {
  const translator = useT();
  const { t } = translator;
  const format = useFormat();
  const { strip, near } = useStrip(index, rows.length, go);
  const last = rows.length - 1;

  const open = () => {
    if (middle.folder && place !== 'trash') live?.on.openFolder(middle.id);
    else live?.on.openFile(middle.id);
  };
  return (
    <section aria-label={t('drive.list')} className="grid gap-4">
      <div
        ref={strip}
        data-at={index}
        className="@container -mx-4 snap-x snap-mandatory overflow-x-auto overscroll-x-contain pt-4 pb-8 [scrollbar-width:thin] sm:-mx-6 lg:-mx-8"
      >
        <ul
          data-listing="flow"
          className="relative h-72 sm:h-80"
          style={{ width: `calc(100% + ${last * FLOW_STEP_PX}px)` }}
        >
          {drawnOf(near, index, rows.length).map((at) => {
            const row = rows[at];
            if (!row) return null;
            const isMiddle = at === index;
            return (
              <li
                key={row.id}
                data-index={at}
                data-row={row.id}
                data-selected={live?.selected.has(row.id) || undefined}
                aria-setsize={rows.length}
                aria-posinset={at + 1}
                aria-current={isMiddle || undefined}
                style={{ left: `calc(50cqw + ${at * FLOW_STEP_PX}px)` }}
                className={classes(
                  'absolute top-0 flex h-full w-60 -translate-x-1/2 snap-center flex-col items-center justify-center rounded-lg border bg-surface px-3 transition-[scale,opacity] duration-150 text-center select-none data-selected:bg-accent-soft',
                  isMiddle ? 'border-accent shadow-md' : 'scale-92 border-line opacity-80',
                )}
              >
                <SelectBox
                  row={row}
                  isSelected={live?.selected.has(row.id) ?? false}
                  on={live?.on}
                  className="absolute start-0 top-0"
                />
                <MoreButton row={row} on={live?.on} className="absolute end-0 top-0" />
                <button
                  type="button"
                  data-name
                  tabIndex={isMiddle ? 0 : -1}
                  className="grid w-full cursor-pointer justify-items-center gap-4 rounded-md py-3"
                  title={shownName(row, translator)}
                  onClick={() => (isMiddle ? open() : go(at))}
                >
                  <RowPicture row={row} iconClass="size-26" boxClass="h-44 w-full rounded-md" isLarge />
                  <span className="line-clamp-3 text-sm font-medium wrap-anywhere">{shownName(row, translator)}</span>
                </button>
              </li>
            );
          })}
        </ul>
      </div>
      <div className="grid justify-items-center gap-1 text-center" aria-live="polite">
        <p className="text-xs text-muted tabular-nums">
          {t(nextPageToken === '' ? 'drive.at.position' : 'drive.at.position_more', {
            index: format.number(index + 1),
            count: format.number(rows.length),
          })}
        </p>
        <h2 className="max-w-full text-lg wrap-anywhere">{shownName(middle, translator)}</h2>
        <p className="flex flex-wrap justify-center gap-x-3 text-sm text-muted">
          {middle.folder ? null : <span>{format.bytes(middle.sizeBytes)}</span>}
          <time dateTime={new Date(middle.modifiedMs).toISOString()}>
            {format.date(middle.trashedMs ?? middle.modifiedMs)}
          </time>
        </p>
      </div>
    </section>
  );
}
