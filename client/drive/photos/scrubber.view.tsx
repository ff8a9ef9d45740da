/** The strip beside the pictures: a thumb that is dragged through the years, with the month where it is. */
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { classes } from '#client/ui/classes.ts';
import { useT } from '#client/ui/i18n.tsx';

export interface ScrubberProps {
  /** From the beginning of the list, px: the top of each month, the newest first. */
  readonly months: readonly { readonly ms: number; readonly top: number }[];
  readonly height: number;
  /** The part of the list below the heads of the window, where `goTo` brings a month, px. */
  readonly at: number;
  readonly label: (ms: number) => string;
  readonly goTo: (top: number) => void;
}

/** Years closer than this are not named, in parts of the strip. */
const YEAR_STEP = 0.05;
/** The thumb rests on a phone after this. */
const REST_MS = 1_500;

function yearsOf(months: ScrubberProps['months'], height: number): { year: string; at: number }[] {
  const years: { year: string; at: number }[] = [];
  for (const { ms, top } of months) {
    const year = String(new Date(ms).getUTCFullYear());
    const last = years.at(-1);
    const at = height > 0 ? top / height : 0;
    if (last?.year !== year && (!last || at - last.at >= YEAR_STEP)) years.push({ year, at });
  }
  return years;
}

export function Scrubber({ months, height, at, label, goTo }: ScrubberProps): ReactNode {
  const { t } = useT();
  const strip = useRef<HTMLDivElement>(null);
  const [isHeld, setHeld] = useState(false);
  const [isMoving, setMoving] = useState(false);
  useEffect(() => {
    if (at < 0) return;
    setMoving(true);
    const timer = setTimeout(() => setMoving(false), REST_MS);
    return () => clearTimeout(timer);
  }, [at]);
  const here = Math.max(
    0,
    months.findLastIndex(({ top }) => top <= at + 1),
  );
  const now = months[here];
  const part = height > 0 ? Math.min(1, Math.max(0, at / height)) : 0;

  function drag(event: PointerEvent): void {
    const box = strip.current?.getBoundingClientRect();
    if (box) goTo(Math.min(1, Math.max(0, (event.clientY - box.top) / box.height)) * height);
  }
  function press(event: KeyboardEvent): void {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: here + 1,
      ArrowRight: here + 1,
      ArrowUp: here - 1,
      ArrowLeft: here - 1,
      PageDown: here + 12,
      PageUp: here - 12,
      Home: 0,
      End: months.length - 1,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    goTo(months[Math.min(months.length - 1, Math.max(0, to))]?.top ?? 0);
  }
  return (
    <div
      ref={strip}
      role="slider"
      tabIndex={0}
      aria-label={t('drive.photos.scrub')}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={Math.max(0, months.length - 1)}
      aria-valuenow={here}
      aria-valuetext={now ? label(now.ms) : ''}
      className="group/strip fixed end-0 top-[calc(var(--header)+8rem)] bottom-24 z-10 w-11 touch-none select-none pointer-coarse:pointer-events-none"
      onKeyDown={press}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setHeld(true);
        drag(event);
      }}
      onPointerMove={(event) => {
        if (isHeld) drag(event);
      }}
      onPointerUp={() => setHeld(false)}
      onPointerCancel={() => setHeld(false)}
    >
      {yearsOf(months, height).map(({ year, at: place }) => (
        <span
          key={year}
          className={classes(
            'absolute end-2 -translate-y-1/2 rounded-sm bg-paper/80 px-1 text-xs whitespace-nowrap text-muted transition-opacity pointer-coarse:opacity-0',
            !isHeld && 'opacity-60 group-hover/strip:opacity-100',
            isHeld && 'pointer-coarse:opacity-100',
            Math.abs(place - part) < YEAR_STEP / 2 && 'invisible',
          )}
          style={{ top: `${place * 100}%` }}
        >
          {year}
        </span>
      ))}
      <span
        className={classes(
          'pointer-events-auto absolute end-0 flex h-11 w-11 -translate-y-1/2 cursor-grab items-center justify-end transition-opacity',
          !isHeld && !isMoving && 'pointer-coarse:pointer-events-none pointer-coarse:opacity-0',
        )}
        style={{ top: `${part * 100}%` }}
      >
        <span className="h-1 w-8 rounded-full bg-accent shadow-sm pointer-coarse:h-9 pointer-coarse:w-2.5" />
      </span>
      {now ? (
        <span
          aria-hidden="true"
          className={classes(
            'pointer-events-none absolute end-12 -translate-y-1/2 rounded-md border border-line bg-raised px-3 py-1.5 text-sm font-semibold whitespace-nowrap text-ink shadow-lg transition-opacity',
            !isHeld && 'opacity-0 group-focus-visible/strip:opacity-100',
          )}
          style={{ top: `${part * 100}%` }}
        >
          {label(now.ms)}
        </span>
      ) : null}
    </div>
  );
}
