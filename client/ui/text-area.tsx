/** Several lines of text with their label, hint and error; in a form beside TextField. */
import { CircleAlert } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';
import { classes } from './classes.ts';

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id'> {
  label: string;
  hint?: ReactNode;
  /** A whole sentence; marks the field invalid. */
  error?: string | null;
}

export function TextArea({ label, hint, error, className, ...area }: TextAreaProps): ReactNode {
  const id = useId();
  const described = classes(hint ? `${id}-hint` : null, error ? `${id}-error` : null);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className={classes('input', className)}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        {...area}
      />
      {hint ? (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="flex gap-2 text-sm text-danger">
          <CircleAlert size={18} className="mt-0.5 flex-none" aria-hidden="true" />
          {error}
        </p>
      ) : null}
    </div>
  );
}
