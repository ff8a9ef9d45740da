/** Amounts of equal steps of time as bars. The table beside them holds the same numbers. */
import type { ReactNode } from 'react';

export interface Bar {
  readonly label: string;
  readonly amount: number;
  /** The amount as people read it. */
  readonly text: string;
}

const STEP = 10;
const HEIGHT = 80;
/** An amount above zero is seen, however small. */
const LEAST = 1;

/** @param desc  more about the plot for readers of screens; '' for none */
export function Bars({ title, bars, desc = '' }: { title: string; bars: readonly Bar[]; desc?: string }): ReactNode {
  const most = Math.max(1, ...bars.map(({ amount }) => amount));
  const width = bars.length * STEP;
  return (
    <svg
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-24 w-full border-b border-line-strong"
      role="img"
      aria-label={desc === '' ? title : `${title}. ${desc}`}
    >
      <title>{title}</title>
      {desc === '' ? null : <desc>{desc}</desc>}
      {bars.map(({ label, amount, text }, at) => {
        const height = amount === 0 ? 0 : Math.max(LEAST, (amount / most) * (HEIGHT - 4));
        return (
          <g key={label}>
            <title>{`${label}: ${text}`}</title>
            <rect x={at * STEP} y="0" width={STEP} height={HEIGHT} className="fill-transparent" />
            <rect x={at * STEP + 1} y={HEIGHT - height} width={STEP - 2} height={height} className="fill-accent" />
          </g>
        );
      })}
    </svg>
  );
}
