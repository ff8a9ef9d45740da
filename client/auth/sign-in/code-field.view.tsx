/** Field of a one-time code of digits. */
import type { ReactNode } from 'react';
import { classes } from '#client/ui/classes.ts';
import { TextField, type TextFieldProps } from '#client/ui/text-field.tsx';
import { MAX_PASTED_CHARS } from '#shared/intake/plain-text.ts';
import type { CodeKind } from '#shared/intake/shapes.ts';

export function CodeField({ className, ...field }: TextFieldProps): ReactNode {
  return (
    <TextField
      name="code"
      className={classes('text-center font-mono text-xl tracking-[0.2em]', className)}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={MAX_PASTED_CHARS}
      data-code={'digits' satisfies CodeKind}
      required
      autoFocus
      {...field}
    />
  );
}
