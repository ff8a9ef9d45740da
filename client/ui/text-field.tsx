/**
 * One line of text with its label, hint and error. A password field has a reveal button for the page script.
 */
import { CircleAlert, Eye } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';
import { classes } from './classes.ts';
import { useT } from './i18n.tsx';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: string;
  hint?: ReactNode;
  /** A whole sentence; marks the field invalid. */
  error?: string | null;
  /** For a password: a button that shows the letters, absent without script. */
  reveal?: boolean;
  /** For a password: the hint while Caps Lock is on. */
  capsHint?: string;
}

export function TextField({ label, hint, error, reveal, capsHint, className, ...input }: TextFieldProps): ReactNode {
  const { t } = useT();
  const id = useId();
  const described = classes(hint ? `${id}-hint` : null, error ? `${id}-error` : null);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="relative">
        <input
          id={id}
          className={classes('input', reveal && 'pe-12', className)}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          {...input}
        />
        {reveal ? (
          <button
            type="button"
            className="btn btn-icon needs-script absolute end-0.5 top-0.5"
            aria-label={t('ui.password.show')}
            title={t('ui.password.show')}
            aria-pressed="false"
            data-reveal={id}
          >
            <Eye size={20} aria-hidden="true" />
          </button>
        ) : null}
      </div>
      {capsHint ? (
        <p hidden role="status" className="text-xs font-semibold text-warn" data-caps={id}>
          {capsHint}
        </p>
      ) : null}
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
