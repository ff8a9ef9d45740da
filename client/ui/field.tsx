/** A field of a form with its label, hint and error, which the control inside refers to. */
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { classes } from './classes.ts';

export interface FieldTexts {
  label: string;
  hint?: ReactNode;
  /** A whole sentence; marks the field invalid. */
  error?: string | null;
}

/** Attributes of the control. */
export interface ControlProps {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

export function Field({ label, hint, error, control }: FieldTexts & { control: (props: ControlProps) => ReactNode }) {
  const id = useId();
  const described = classes(hint ? `${id}-hint` : null, error ? `${id}-error` : null);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {control({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
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
