/** Parts of every field of a form: label, help, errors, and the button that leaves the field out. */
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { createContext, useContext } from 'react';
import { Button, IconButton } from '#client/ui/button.tsx';
import { classes } from '#client/ui/classes.ts';
import type { FormAct } from '#shared/document-form/acts.ts';
import { type FormNode, MARKS } from '#shared/document-form/node.ts';

/** The place that the last button of the form changed; '' for none. */
export const FocusPlace = createContext('');

export const idOf = (at: string): string => `f${at}`;

/** A sentence, as a problem says it: `must be a whole number`. */
const sentence = (message: string): string => {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?…]$/.test(text) ? text : `${text}.`;
};

export function Errors({ node: { at, errors } }: { node: FormNode }): ReactNode {
  if (errors.length === 0) return null;
  return (
    <div id={`${idOf(at)}-error`} className="grid gap-1 text-sm text-danger" data-errors>
      {errors.map((message) => (
        <p key={message} className="flex gap-2">
          <CircleAlert size={18} className="mt-0.5 flex-none" aria-hidden="true" />
          {sentence(message)}
        </p>
      ))}
    </div>
  );
}

export function Help({ at, children }: { at: string; children: ReactNode }): ReactNode {
  if (!children) return null;
  return (
    <p id={`${idOf(at)}-hint`} className="text-xs leading-5 text-muted">
      {children}
    </p>
  );
}

/** Names what describes a control. */
export function describedBy({ at, help, errors }: FormNode, hasHint = help !== ''): string | undefined {
  return classes(hasHint && `${idOf(at)}-hint`, errors.length > 0 && `${idOf(at)}-error`) || undefined;
}

/** Fields without a control: left out at first, or there though it may be left out. */
export function Marks({ node: { at, isAbsent, canBeLeft, kind } }: { node: FormNode }): ReactNode {
  return (
    <>
      {isAbsent ? <input type="hidden" name={MARKS.absent + at} value="1" /> : null}
      {canBeLeft && kind !== 'unset' ? <input type="hidden" name={MARKS.there + at} value="1" /> : null}
    </>
  );
}

export function ActButton({
  act,
  at,
  label,
  children,
  icon,
  disabled,
  autoFocus,
}: {
  act: FormAct;
  at: string;
  /** The whole name, where the text alone does not say which field it is about. */
  label?: string;
  children?: ReactNode;
  icon: ReactNode;
  disabled?: boolean;
  autoFocus?: true;
}): ReactNode {
  const same = {
    type: 'submit',
    name: 'act',
    value: `${act} ${at}`,
    icon,
    formNoValidate: true,
    disabled,
    autoFocus,
  } as const;
  if (children === undefined)
    return <IconButton {...same} label={label ?? ''} className="disabled:bg-transparent disabled:opacity-40" />;
  return (
    <Button {...same} size="sm" aria-label={label}>
      {children}
    </Button>
  );
}

/** The focus of a group that a button has changed. */
export function useGroupFocus(at: string): { tabIndex?: -1; autoFocus?: true } {
  return useContext(FocusPlace) === at && at !== '' ? { tabIndex: -1, autoFocus: true } : {};
}

export function useFieldFocus(at: string): { autoFocus?: true } {
  return useContext(FocusPlace) === at && at !== '' ? { autoFocus: true } : {};
}
