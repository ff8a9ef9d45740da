/** A time in the format of the page's language; the exact date and time shows on hover. */
import type { ReactNode } from 'react';
import { useFormat } from './i18n.tsx';

export interface WhenProps {
  /** Epoch ms. */
  ms: number;
  /** Shows the time of day too: where several moments of one day stand side by side. */
  withTime?: boolean;
  /** The short form of the date: where there is little space. */
  isShort?: boolean;
  className?: string;
}

export function When({ ms, withTime = false, isShort = false, className }: WhenProps): ReactNode {
  const format = useFormat();
  const date = isShort ? format.shortDate(ms) : format.date(ms);
  if (date === '') return null;
  return (
    <time className={className} dateTime={new Date(ms).toISOString()} title={format.dateTime(ms)}>
      {withTime ? format.dateAndTime(ms) : date}
    </time>
  );
}
