/** Small parts: card, notice. */
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';

export function Card({ className, ...rest }: ComponentProps<'div'>): ReactNode {
  return <div className={classes('card', className)} {...rest} />;
}

export type NoticeTone = 'info' | 'ok' | 'warn' | 'danger';
const NOTICE_ICONS = { info: Info, ok: CircleCheck, warn: TriangleAlert, danger: CircleAlert } as const;

/** A sentence about what just happened. `danger` and `warn` are announced at once. */
export function Notice({
  tone = 'info',
  children,
  className,
}: {
  tone?: NoticeTone;
  children: ReactNode;
  className?: string;
}): ReactNode {
  const Icon = NOTICE_ICONS[tone];
  const urgent = tone === 'danger' || tone === 'warn';
  return (
    <div
      role={urgent ? 'alert' : 'status'}
      className={classes('notice', tone !== 'info' && `notice-${tone}`, className)}
    >
      <Icon size={20} aria-hidden="true" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
