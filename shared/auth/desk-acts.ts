/** Acts of operators on the ways into an account, and when two operators have to agree on one. Pure. */
import type { OperatorRole } from '#shared/operator-rights.ts';
import { DAY_MS } from '#shared/units.ts';

/** `factor`: second factor and passkeys are removed. `reset`: a new password is demanded. `link`: a link for one is handed over. */
export type DeskActKind = 'factor' | 'reset' | 'link';

/**
 * `asked`: it waits for a second operator. `waits`: for its time, or for its link. `stopped`: the person kept the factors. `ended`: an
 * operator took it back, or its time ran out. `returned`: the warning came back, so that the person could not stop it.
 */
export type DeskActState = 'asked' | 'waits' | 'done' | 'ended' | 'stopped' | 'returned';

/** In English, like the console. */
export const DESK_ACT_NAMES: Readonly<Record<DeskActKind, string>> = {
  factor: 'Remove second factor',
  reset: 'New password demanded',
  link: 'Link for a new password',
};

/** 24 hours, in which the person can keep the factors. */
export const REMOVAL_DELAY_MS = DAY_MS;
/** Seven days: factors and password of one person within them are two operators' work. A request of then has ended too. */
export const SECOND_OPERATOR_MS = 7 * DAY_MS;

interface PastDeskAct {
  readonly kind: DeskActKind;
  readonly state: DeskActState;
  readonly atMs: number;
}

/**
 * Whether one operator may not do it alone: an operator who gives another password and takes the factors away could enter the account. With a
 * link the operator holds the password, so a help desk never gives one alone. Who stopped a removal did not want it: another one within the
 * same time is the work of two.
 * @param act.onWord  a link for the removal of the factors, only because an operator said that mail comes back: an operator who may say so must
 * not get around the warning alone
 */
export function needsSecond(
  act: { readonly kind: DeskActKind; readonly role: OperatorRole; readonly onWord?: boolean },
  past: readonly PastDeskAct[],
  nowMs: number,
): boolean {
  if (act.kind === 'link' && act.role === 'help_desk') return true;
  if (act.kind === 'factor' && act.onWord) return true;
  return past.some(
    ({ kind, state, atMs }) =>
      (kind === 'factor' && act.kind === 'factor'
        ? state === 'stopped'
        : (state === 'waits' || state === 'done') && (kind === 'factor') !== (act.kind === 'factor')) &&
      atMs > nowMs - SECOND_OPERATOR_MS,
  );
}
