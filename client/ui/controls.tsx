/**
 * Small controls: checkbox, segmented choice, card, notice. Native inputs underneath, so they work in a plain form.
 */
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';
import { classes } from './classes.ts';

export interface SegmentedOption<Value extends string> {
  value: Value;
  label: string;
  icon?: ReactNode;
}

export interface SegmentedProps<Value extends string> {
  legend: string;
  /** Name of the field in a plain form; made up when absent. */
  name?: string;
  value: Value;
  options: readonly SegmentedOption<Value>[];
  /** Only icons are visible; labels are for screen readers and tooltips. */
  iconsOnly?: boolean;
  onChange?: (value: Value) => void;
}

/** One of a few, always visible; a radio group underneath, so the arrow keys move the choice. */
export function Segmented<Value extends string>({
  legend,
  name,
  value,
  options,
  iconsOnly,
  onChange,
}: SegmentedProps<Value>): ReactNode {
  const id = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{legend}</legend>
      <div className="segmented">
        {options.map((option) => (
          <label key={option.value} title={iconsOnly ? option.label : undefined}>
            <input
              type="radio"
              className="sr-only"
              name={name ?? id}
              value={option.value}
              {...(onChange
                ? { checked: option.value === value, onChange: () => onChange(option.value) }
                : { defaultChecked: option.value === value })}
            />
            {option.icon}
            <span className={iconsOnly ? 'sr-only' : undefined}>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

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
