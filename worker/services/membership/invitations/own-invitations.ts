/** The inviter's side: the own code and link, sums, and the people who came. */

import { AppError, unwrap } from '#shared/errors.ts';
import { asUserId } from '#shared/ids.ts';
import { invitationCodeOf } from '#shared/membership/invitation-code.ts';
import { href } from '#shared/routes.ts';
import { type InvitationDeps, memberOf } from '../deps.ts';
import { INVITATION_PURPOSE } from '../keys.ts';
import type { invitationsPart } from './part.ts';
import type { Invited, InvitedSums } from './store.ts';

/** Tries at a free code; two of a million people share one at odds of one in two thousand. */
const CODE_TRIES = 4;

export interface InvitationSums extends InvitedSums {
  readonly code: string;
  /** Address that invites. */
  readonly url: string;
}

/** The directory has the code before the person does, so that a code always leads to its owner. @throws AppError unavailable */
async function makeCode(deps: InvitationDeps, userId: string): Promise<string> {
  for (let at = 0; at < CODE_TRIES; at += 1) {
    const code = invitationCodeOf(new Uint8Array(await deps.keyring.mac(INVITATION_PURPOSE, `${userId}.${at}`)));
    if (!(await deps.auth.claimInvitationCode(userId, code))) continue;
    const stored = await memberOf<typeof invitationsPart>(deps, userId).storeCode(code);
    // The account was closed since.
    if (!stored.ok) await deps.auth.forgetInvitationCode(userId, code);
    return unwrap(stored);
  }
  throw new AppError('unavailable', { reason: 'no_free_code' });
}

/** Makes the code at the first call. */
export async function ownInvitations(deps: InvitationDeps, userId: string): Promise<InvitationSums> {
  const { code: storedCode, sums } = unwrap(await memberOf<typeof invitationsPart>(deps, userId).ownInvitations());
  const code = storedCode || (await makeCode(deps, userId));
  return { ...sums, code, url: `${deps.appOrigin}${href('site.invitation', { code })}` };
}

/** Whether a code leads to a person. */
export async function isInvitation(deps: Pick<InvitationDeps, 'auth'>, code: string): Promise<boolean> {
  return code !== '' && (await deps.auth.inviterOf(code)) !== null;
}

export interface ShownInvited extends Invited {
  /** Masked. */
  readonly nickname: string;
}

/** Newest first. @param beforeMs  people who came before this moment */
export async function invitedPeople(
  deps: InvitationDeps,
  userId: string,
  { beforeMs, limit }: { readonly beforeMs: number; readonly limit: number },
): Promise<readonly ShownInvited[]> {
  const people = unwrap(await memberOf<typeof invitationsPart>(deps, userId).invitedPage(beforeMs, limit));
  return Promise.all(
    people.map(async (each) => ({ ...each, nickname: (await deps.auth.publicPerson(asUserId(each.userId))).nickname })),
  );
}
