/**
 * What the browser knows of the person who is signed in. Signals only; filled by user.actions.ts.
 * Source: spec section 3 "User info", section 4 "Premium".
 */
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-react';
import { DAY_MS } from '#shared/units.ts';

export interface VipItem {
  readonly type: string;
  /** RFC 3339; '' for none. */
  readonly expire: string;
  readonly surplusDays: number;
}

export interface UnsubscribeInfo {
  readonly email: string;
  readonly scene: string;
  readonly d: string;
}

/** Every field of the person; the defaults are a visitor's. */
export interface UserFacts {
  readonly username: string;
  readonly email: string;
  readonly phone: string;
  /** End of the membership, RFC 3339; '' for none. */
  readonly expire: string;
  /** Of the membership: `ok` is premium, every other word is not. */
  readonly status: string;
  /** Of the membership, as the server names it. */
  readonly type: string;
  readonly userId: string;
  /** Address of the picture; '' for none. */
  readonly avatar: string;
  /** Bytes. */
  readonly limit: number;
  readonly usage: number;
  readonly haveSetPassword: boolean;
  readonly overFreeTaskLimit: boolean;
  readonly overStorageLimit: boolean;
  /** Days of premium given to a free person. */
  readonly freeDays: number;
  /** What the region check said; null while nothing is known or a visit is allowed. */
  readonly ipBlock: Readonly<Record<string, string>> | null;
  readonly getFreeVipCalled: boolean;
  readonly vipInfo: readonly VipItem[];
  readonly unsubscribeInfo: UnsubscribeInfo | null;
}

export const VISITOR: UserFacts = Object.freeze({
  username: '',
  email: '',
  phone: '',
  expire: '',
  status: '',
  type: '',
  userId: '',
  avatar: '',
  limit: 0,
  usage: 0,
  haveSetPassword: false,
  overFreeTaskLimit: false,
  overStorageLimit: false,
  freeDays: 0,
  ipBlock: null,
  getFreeVipCalled: false,
  vipInfo: [],
  unsubscribeInfo: null,
});

/** Facts of the browser, not of the person: they stay when somebody signs out. */
const STAYING = ['ipBlock', 'unsubscribeInfo'] as const satisfies readonly (keyof UserFacts)[];

type FactSignals = { readonly [Name in keyof UserFacts]: Signal<UserFacts[Name]> };

export interface UserState extends FactSignals {
  readonly premium: ReadonlySignal<boolean>;
  /** As analysis counts people: 2 premium, 1 free. */
  readonly userType: ReadonlySignal<1 | 2>;
  /** Whole days of membership left, counted up; 0 when it is over. */
  daysLeft(nowMs: number): number;
  /** Writes what is given, in one go. */
  merge(facts: Partial<UserFacts>): void;
  /** Nobody is signed in. */
  clear(): void;
}

/** @param expire  RFC 3339; anything else has no days left */
export function daysUntil(expire: string, nowMs: number): number {
  const ms = Date.parse(expire) - nowMs;
  return Number.isNaN(ms) ? 0 : Math.max(0, Math.ceil(ms / DAY_MS));
}

export function makeUserState(): UserState {
  const names = Object.keys(VISITOR) as readonly (keyof UserFacts)[];
  // Each name gets the signal of its own field; the pairing is lost on the way through an object of entries.
  const facts = Object.fromEntries(
    names.map((name) => [name, signal<unknown>(VISITOR[name])]),
  ) as unknown as FactSignals;
  const premium = computed(() => facts.status.value === 'ok' || facts.freeDays.value > 0);
  const userType = computed((): 1 | 2 => (premium.value ? 2 : 1));

  function merge(given: Partial<UserFacts>): void {
    batch(() => {
      for (const name of names) {
        if (given[name] !== undefined) (facts[name] as Signal<unknown>).value = given[name];
      }
    });
  }

  return {
    ...facts,
    premium,
    userType,
    daysLeft: (nowMs) => daysUntil(facts.expire.value, nowMs),
    merge,
    clear: () => merge({ ...VISITOR, ...Object.fromEntries(STAYING.map((name) => [name, facts[name].value])) }),
  };
}
