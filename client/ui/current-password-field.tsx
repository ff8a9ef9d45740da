/** The password of the account, as it is asked for at every sign-in and confirmation. */
import type { ComponentProps, ReactNode } from 'react';
import { TextField } from './text-field.tsx';

type Fixed = 'name' | 'type' | 'autoComplete' | 'maxLength' | 'required' | 'reveal';

export function CurrentPasswordField(props: Omit<ComponentProps<typeof TextField>, Fixed>): ReactNode {
  return (
    <TextField
      {...props}
      name="password"
      type="password"
      autoComplete="current-password"
      maxLength={1024}
      required
      reveal
    />
  );
}
