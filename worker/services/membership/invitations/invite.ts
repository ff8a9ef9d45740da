/** The arrival of a new person: free days, and the invitation that brought the person. Everything the client sends is untrusted. */

import { unwrap } from '#shared/errors.ts';
import { NEWCOMER_MS } from '#shared/membership/invitation.rules.ts';
import type { Rewards } from '#shared/membership/rewards.ts';
import { toHex } from '#worker/platform/crypto.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { addressKey } from '#worker/services/shield/index.ts';
import { type InvitationDeps, memberOf } from '../deps.ts';
import { rewards } from '../entitlement/rewards.ts';
import { ARRIVAL_PURPOSE } from '../keys.ts';
import type { ArrivalAnswer, ArrivalInput, Origin } from './arrivals.ts';
import type { invitationsPart } from './part.ts';

export interface InviteAnswer {
  /** Free days that are left, rounded up. */
  readonly freeDays: number;
  /** Days of them that the invitation gave. */
  readonly invitedDays: number;
  /** This call gave days. */
  readonly isUpdated: boolean;
}

const NONE: InviteAnswer = { freeDays: 0, invitedDays: 0, isUpdated: false };

function answerOf({ arrival, isRepeat, freeDays }: ArrivalAnswer): InviteAnswer {
  const invitedDays = arrival.state === 'accepted' ? arrival.invitedDays : 0;
  return { freeDays, invitedDays, isUpdated: !isRepeat && freeDays > 0 };
}

async function digestOf({ keyring }: Pick<InvitationDeps, 'keyring'>, kind: string, text: string): Promise<string> {
  return text === '' ? '' : toHex(await keyring.mac(ARRIVAL_PURPOSE, `${kind}:${text}`)).slice(0, 32);
}

/** @param code  as `readInvitationCode` answers it; an unknown code is no invitation */
async function inviterOf(deps: InvitationDeps, code: string, deviceId: string): Promise<ArrivalInput['inviter']> {
  const id = code === '' ? null : await deps.auth.inviterOf(code);
  if (id === null) return null;
  const [came, isSameDevice] = await Promise.all([
    memberOf<typeof invitationsPart>(deps, id).arrival(),
    deps.auth.usesDevice(id, deviceId),
  ]);
  return { id, ancestors: unwrap(came)?.arrival.ancestors ?? [], isSameDevice };
}

export function termsOf({ invitedDays, inviterDays, waitHours, perMonth, inAll }: Rewards['invitations']) {
  return { invitedDays, inviterDays, waitHours, perMonth, inAll };
}

export interface InviteInput {
  /** As `readInvitationCode` answers it; '' for none. */
  readonly code: string;
  readonly origin: Origin;
}

type Visit = Pick<CallContext, 'deviceId' | 'address'>;

/**
 * Notes once how a new person came, and gives the days of that. A repeat, whatever it says, answers what is left of them.
 * @throws AppError unauthenticated when the session has ended
 */
export async function invite(
  deps: InvitationDeps,
  caller: Caller,
  input: InviteInput,
  call: Visit,
): Promise<InviteAnswer> {
  const { createdMs } = await deps.auth.ownPerson(caller);
  return welcome(deps, { userId: caller.userId, createdMs }, input, call);
}

/** The same for the account that a page has just made, or signed in to. */
export async function welcome(
  deps: InvitationDeps,
  { userId, createdMs }: { readonly userId: string; readonly createdMs: number },
  { code, origin }: InviteInput,
  call: Visit,
): Promise<InviteAnswer> {
  const member = memberOf<typeof invitationsPart>(deps, userId);
  const [known, { invitations }] = await Promise.all([member.arrival(), rewards(deps)]);
  const before = unwrap(known);
  if (before) return answerOf(before);
  if (!invitations.open || deps.clock.nowMs() - createdMs > NEWCOMER_MS) return NONE;
  const [inviter, device, network] = await Promise.all([
    inviterOf(deps, code, call.deviceId),
    digestOf(deps, 'device', call.deviceId),
    digestOf(deps, 'network', call.address === '' ? '' : addressKey(call.address)),
  ]);
  const { newcomerDays } = invitations;
  return answerOf(
    unwrap(await member.arrive({ inviter, newcomerDays, terms: termsOf(invitations), device, network, origin })),
  );
}
