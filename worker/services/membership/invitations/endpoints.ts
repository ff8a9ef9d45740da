/** Endpoints of invitations -> operations. */

import type { Hono } from 'hono';
import { AppError, unwrap } from '#shared/errors.ts';
import { codeOfPlace, takeInvitationCode } from '#shared/membership/invitation-code.ts';
import { INVITED_PAGE, invitationsContract } from '#shared/membership/invitations.contract.ts';
import { wireTime } from '#shared/units.ts';
import { type AppEnv, bindEndpoint, makeRouter } from '#worker/platform/http.ts';
import { type InvitationDeps, memberOf } from '../deps.ts';
import { membershipOf } from '../entitlement/entitlement.ts';
import { rewards } from '../entitlement/rewards.ts';
import { invite, termsOf } from './invite.ts';
import { cutOrigin } from './origin.ts';
import { invitedPeople, ownInvitations, type ShownInvited } from './own-invitations.ts';
import type { invitationsPart } from './part.ts';
import type { InvitedSums } from './store.ts';

const NEVER = '0001-01-01T00:00:00.000+08:00';

function wireSums({ days, people, byState }: InvitedSums) {
  return {
    add_days: days,
    invited_nums: people,
    pending_nums: byState.pending ?? 0,
    held_nums: byState.held ?? 0,
  };
}

function wireInvited({ nickname, atMs, state, reason, dueMs, terms }: ShownInvited) {
  const days = state === 'granted' ? terms.inviterDays : 0;
  return {
    invited_user: nickname,
    time: wireTime(atMs),
    reward_days: days,
    reward_source: days > 0 ? ('invite_reward' as const) : ('relation' as const),
    state,
    reason,
    due: state === 'pending' ? wireTime(dueMs) : '',
  };
}

const pageOf = (limit: number): number => Math.min(limit || INVITED_PAGE, INVITED_PAGE);

/** @throws AppError invalid_argument */
function beginOf(begin: string): number {
  if (begin === '') return Number.MAX_SAFE_INTEGER;
  const ms = Date.parse(begin);
  if (Number.isNaN(ms)) throw new AppError('invalid_argument', { reason: 'malformed', field: 'begin' });
  return ms;
}

export function makeInvitationRoutes(deps: InvitationDeps): Hono<AppEnv> {
  const router = makeRouter();
  bindEndpoint(router, invitationsContract.invite, async ({ caller, body, call }) => {
    const code = takeInvitationCode(body.invite_code) || codeOfPlace(body.rr);
    const { from: client, rr: place, tf: source, medium, campaign_name: name, rf: referers } = body;
    const origin = cutOrigin({ client, place, source, medium, name, referers });
    const { freeDays, invitedDays, isUpdated } = await invite(deps, caller, { code, origin }, call);
    const { status, type, expiresMs } = await membershipOf(deps, caller.userId);
    return {
      check_free_send: isUpdated,
      data: { expire: wireTime(expiresMs) || NEVER, status, type, user_id: caller.userId },
      free_days: freeDays,
      invited_days: invitedDays,
      updated: isUpdated,
    };
  });
  bindEndpoint(router, invitationsContract.inviteCode, async ({ caller }) => {
    await deps.auth.ownPerson(caller);
    const { code, url } = await ownInvitations(deps, caller.userId);
    return { code, url };
  });
  bindEndpoint(router, invitationsContract.inviteInfo, async ({ caller }) => {
    await deps.auth.ownPerson(caller);
    return wireSums(unwrap(await memberOf<typeof invitationsPart>(deps, caller.userId).ownInvitations()).sums);
  });
  bindEndpoint(router, invitationsContract.inviteList, async ({ caller, query }) => {
    const beforeMs = beginOf(query.begin);
    await deps.auth.ownPerson(caller);
    const people = await invitedPeople(deps, caller.userId, { beforeMs, limit: pageOf(query.limit) });
    return { data: people.map(wireInvited) };
  });
  bindEndpoint(router, invitationsContract.inviteExtActivityPage, async ({ caller, query }) => {
    await deps.auth.ownPerson(caller);
    const page = { beforeMs: Number.MAX_SAFE_INTEGER, limit: pageOf(query.limit) };
    const [own, people, { invitations }] = await Promise.all([
      ownInvitations(deps, caller.userId),
      invitedPeople(deps, caller.userId, page),
      rewards(deps),
    ]);
    const { inviterDays, invitedDays, waitHours, perMonth, inAll } = termsOf(invitations);
    return {
      data: {
        open: invitations.open,
        code: own.code,
        url: own.url,
        ...wireSums(own),
        rules: {
          inviter_days: inviterDays,
          invited_days: invitedDays,
          wait_hours: waitHours,
          per_month: perMonth,
          in_all: inAll,
        },
        list: people.map(wireInvited),
      },
    };
  });
  return router;
}
