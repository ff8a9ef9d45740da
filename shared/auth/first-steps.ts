/** The first steps of a new account: a short list below its files, until it is closed, done or 30 days old. */
import { DAY_MS } from '#shared/units.ts';

/** Name of the closed list among the settings of the person, and among the closed notes of a browser. */
export const FIRST_STEPS_ID = 'first-steps';
/** How long an account is new. */
export const FIRST_STEPS_MS = 30 * DAY_MS;

export const FIRST_STEPS = ['add', 'share', 'phone', 'program'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** Facts of the account. */
export interface AccountSteps {
  /** The person closed the list, in any browser. */
  readonly isClosed: boolean;
  /** A session was opened on a phone or tablet. */
  readonly hasPhone: boolean;
  /** A program has an app password or a session. */
  readonly hasProgram: boolean;
}
