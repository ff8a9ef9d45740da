/**
 * One line of text with its label, hint and error. A password field has a reveal button for the page script.
 */
import { Eye } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import { Field, type FieldTexts } from './field.tsx';
import { useT } from './i18n.tsx';

export interface TextFieldProps extends FieldTexts, Omit<ComponentProps<'input'>, 'id'> {
  /** For a password: a button that shows the letters, absent without script. */
  reveal?: boolean;
  /** For a password: the hint while Caps Lock is on. */
  capsHint?: string;
}

export function TextField({ label, hint, error, reveal, capsHint, className, ...input }: TextFieldProps): ReactNode {
  const { t } = useT();
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      control={(props) => (
        <>
          <div className="relative">
            <input {...props} className={classes('input', reveal && 'pe-12', className)} {...input} />
            {reveal ? (
              <button
                type="button"
                className="btn btn-icon needs-script absolute end-0.5 top-0.5"
                aria-label={t('ui.password.show')}
                title={t('ui.password.show')}
                aria-pressed="false"
                data-reveal={props.id}
              >
                <Eye size={20} aria-hidden="true" />
              </button>
            ) : null}
          </div>
          {capsHint ? (
            <p hidden role="status" className="text-xs font-semibold text-warn" data-caps={props.id}>
              {capsHint}
            </p>
          ) : null}
        </>
      )}
    />
  );
}
