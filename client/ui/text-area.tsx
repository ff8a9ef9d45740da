/** Several lines of text with their label, hint and error; in a form beside TextField. */
import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import { Field, type FieldTexts } from './field.tsx';

export type TextAreaProps = FieldTexts & Omit<ComponentProps<'textarea'>, 'id'>;

export function TextArea({ label, hint, error, className, ...area }: TextAreaProps): ReactNode {
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      control={(props) => <textarea {...props} className={classes('input', className)} {...area} />}
    />
  );
}
