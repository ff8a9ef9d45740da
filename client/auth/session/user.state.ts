/**
 * Facts of the signed-in user. Signals only; written by user.actions.ts.
 * Source: spec section 3 "User info".
 */
import { batch, type Signal, signal } from '@preact/signals-react';

/** Facts of the user; the defaults are those of a visitor. Facts of a membership are not built (docs/decisions/0003-membership-and-activity-fields.md). */
export interface UserFacts {
  readonly username: string;
  readonly email: string;
  readonly phone: string;
  readonly userId: string;
  /** Address of the picture; '' for none. */
  readonly avatar: string;
  /** Bytes. */
  readonly limit: number;
  readonly usage: number;
  readonly haveSetPassword: boolean;
  readonly overStorageLimit: boolean;
  /** No fetch by link may be created today any more. */
  readonly overFreeTaskLimit: boolean;
  /** Result of the region check; null before it or when the visit is allowed. */
  readonly ipBlock: Readonly<Record<string, string>> | null;
}

export const VISITOR: UserFacts = Object.freeze({
  username: '',
  email: '',
  phone: '',
  userId: '',
  avatar: '',
  limit: 0,
  usage: 0,
  haveSetPassword: false,
  overStorageLimit: false,
  overFreeTaskLimit: false,
  ipBlock: null,
});

/** Facts of the browser, which stay after signing out. */
const BROWSER_FACTS = ['ipBlock'] as const satisfies readonly (keyof UserFacts)[];

type FactSignals = { readonly [Name in keyof UserFacts]: Signal<UserFacts[Name]> };

export interface UserState extends FactSignals {
  /** Writes the given facts in one batch. */
  merge(facts: Partial<UserFacts>): void;
  /** The user is signed out. */
  clear(): void;
}

export function makeUserState(): UserState {
  const names = Object.keys(VISITOR) as readonly (keyof UserFacts)[];
  // Each name gets the signal of its own field; the pairing is lost on the way through an object of entries.
  const facts = Object.fromEntries(
    names.map((name) => [name, signal<unknown>(VISITOR[name])]),
  ) as unknown as FactSignals;

  function merge(given: Partial<UserFacts>): void {
    batch(() => {
      for (const name of names) {
        if (given[name] !== undefined) (facts[name] as Signal<unknown>).value = given[name];
      }
    });
  }

  return {
    ...facts,
    merge,
    clear: () => merge({ ...VISITOR, ...Object.fromEntries(BROWSER_FACTS.map((name) => [name, facts[name].value])) }),
  };
}
