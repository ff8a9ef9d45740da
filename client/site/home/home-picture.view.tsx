/** The picture of the first page: a magpie on a folder's list. Decoration only; it follows the theme. */
import type { ReactNode } from 'react';
import { useId } from 'react';
import { Bird, Sheen } from '#client/ui/logo.tsx';

const ROWS = [
  { y: 232, name: 148, size: 34 },
  { y: 284, name: 96, size: 46 },
  { y: 336, name: 176, size: 28 },
] as const;

export function HomePicture(): ReactNode {
  const sheen = useId();
  return (
    <svg viewBox="0 0 480 400" className="mx-auto w-full max-w-lg max-md:-mt-2" aria-hidden="true" focusable="false">
      <defs>
        <Sheen id={sheen} />
      </defs>
      <rect x="40" y="176" width="400" height="212" rx="22" className="fill-surface stroke-line" strokeWidth="1.5" />
      {ROWS.map((row, index) => (
        <g key={row.y}>
          {index > 0 ? <path d={`M64 ${row.y - 26}H416`} className="stroke-line" strokeWidth="1.5" /> : null}
          <rect
            x="64"
            y={row.y - 14}
            width="28"
            height="28"
            rx="8"
            className={index === 0 ? 'fill-accent-soft' : 'fill-sunken'}
          />
          <rect
            x="110"
            y={row.y - 5}
            width={row.name}
            height="10"
            rx="5"
            className={index === 0 ? 'fill-muted' : 'fill-line'}
          />
          <rect x={416 - row.size} y={row.y - 5} width={row.size} height="10" rx="5" className="fill-line" />
        </g>
      ))}
      <g strokeWidth="5" strokeLinecap="round" className="stroke-ink">
        <path d="M262 152v22M280 150v24" />
      </g>
      <g transform="translate(172 -14) scale(3.4)">
        <Bird sheen={sheen} />
      </g>
      <g fill="none" strokeWidth="6" className="stroke-accent">
        <rect x="368" y="56" width="26" height="40" rx="13" />
        <rect x="368" y="84" width="26" height="40" rx="13" className="stroke-ink" />
      </g>
    </svg>
  );
}
