/** A bar of storage use, part by part. Decoration: the list beside it has the same numbers. */
import type { ReactNode } from 'react';
import { classes } from '#client/ui/classes.ts';

export type Tone = 'image' | 'video' | 'audio' | 'document' | 'archive' | 'other' | 'trash';

export interface Part {
  readonly tone: Tone;
  readonly bytes: number;
}

/** Units of the drawing; every part has at least two of them, so that a small part does not vanish. */
const WIDTH = 1_000;
const LEAST = 4;
const GAP = 2;

/** @param wholeBytes  size of the whole bar; larger parts fill it */
export function ToneBar({ parts, wholeBytes }: { parts: readonly Part[]; wholeBytes: number }): ReactNode {
  const sum = parts.reduce((bytes, part) => bytes + part.bytes, 0);
  const scale = WIDTH / Math.max(wholeBytes, sum, 1);
  let at = 0;
  return (
    <svg className="tone-bar" viewBox={`0 0 ${WIDTH} 10`} preserveAspectRatio="none" aria-hidden="true">
      {parts
        .filter(({ bytes }) => bytes > 0)
        .map(({ tone, bytes }) => {
          const width = Math.max(LEAST, bytes * scale);
          const x = at;
          at += width;
          return (
            <rect
              key={tone}
              className={`tone-${tone}`}
              x={x.toFixed(1)}
              y="0"
              width={Math.max(LEAST - GAP, width - GAP).toFixed(1)}
              height="10"
            />
          );
        })}
    </svg>
  );
}

export function ToneDot({ tone }: { tone: Tone }): ReactNode {
  return <span className={classes('tone-dot', `tone-${tone}`)} aria-hidden="true" />;
}
