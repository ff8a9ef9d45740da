/** Rights of people to a folder or file of another person's drive: roles, states and bounds. Pure; both sides. */
import { DAY_MS } from '#shared/units.ts';

/** `viewer` reads, downloads and saves copies. `editor` also adds, renames, moves and trashes what is inside. */
export const GRANT_ROLES = ['viewer', 'editor'] as const;
export type GrantRole = (typeof GRANT_ROLES)[number];

/**
 * As the owner sees a grant. `invited`: not accepted, whether it was declined, hidden by a block, or the address has no account:
 * the owner cannot tell these apart.
 */
export const GRANT_STATES = ['invited', 'accepted', 'left'] as const;
export type GrantState = (typeof GRANT_STATES)[number];

/** As the guest sees the shared folder. */
export const RECEIVED_STATES = ['invited', 'accepted'] as const;
export type ReceivedState = (typeof RECEIVED_STATES)[number];

/** `blocked` declines, and hides later invitations of the same owner. */
export const GRANT_ANSWERS = ['accepted', 'declined', 'blocked', 'left'] as const;
export type GrantAnswer = (typeof GRANT_ANSWERS)[number];

/** To the offer of a folder. */
export const OFFER_ANSWERS = ['accepted', 'declined'] as const;

/** People of one folder or file. */
export const GRANT_MAX_PEOPLE = 50;
/** Grants of one drive. */
export const GRANT_MAX_PER_DRIVE = 1_000;
/** Invitations and common folders of one person; further invitations are not shown. */
export const GRANT_MAX_RECEIVED = 500;
export const GRANT_INVITES_PER_DAY = 100;
/** Invitations that are counted for the limit of a day. */
export const GRANT_INVITE_WINDOW_MS = DAY_MS;
/** An address or a name. */
export const GRANT_PERSON_CHARS = 320;
/** Ids of one call of a guest: they are done in the call. */
export const GRANT_MAX_IDS = 100;

/** An address or name as it is stored and compared: lower case, without blanks around it. */
export function grantLabel(person: string): string {
  return person.normalize('NFC').trim().toLowerCase();
}
