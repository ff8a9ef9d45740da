/** Endpoints of invitations. Source: wire-contract.md section 7, spec 4 (free VIP) and 7.2. */
import * as v from 'valibot';
import { endpoint, optionalText, wireCount } from '#shared/contract.ts';
import { HOLD_REASONS, INVITED_STATES } from './invitation.rules.ts';

const text = v.string();
const count = v.number();

/** Rows of one answer at most; a larger limit is cut. */
export const INVITED_PAGE = 50;

const invited = v.object({
  /** Masked name. */
  invited_user: text,
  time: text,
  /** Days that the caller was given; 0 before, and where nothing is given. */
  reward_days: count,
  reward_source: v.picklist(['vip_rebate', 'invite_reward', 'relation']),
  /** Ours. */
  state: v.picklist(INVITED_STATES),
  reason: v.picklist(HOLD_REASONS),
  /** Ours: when pending days are given; '' otherwise. */
  due: text,
});

const sums = v.object({
  add_days: count,
  invited_nums: count,
  /** Ours: people by state. */
  pending_nums: count,
  held_nums: count,
});

export const invitationsContract = {
  invite: endpoint({
    id: 'membership.invite',
    method: 'POST',
    path: '/vip/v1/activity/invite',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    body: v.object({
      from: optionalText,
      /** Host and path of the page; `/invite/<code>` names the code. */
      rr: optionalText,
      /** Source, and the referers joined by commas. Like all texts here they are cut, and give nothing. */
      tf: optionalText,
      rf: optionalText,
      /** Ours. */
      invite_code: optionalText,
      medium: optionalText,
      campaign_name: optionalText,
      data: v.nullish(v.record(v.string(), v.unknown())),
      apk_extra: v.nullish(v.record(v.string(), v.unknown())),
    }),
    output: v.object({
      check_free_send: v.boolean(),
      data: v.object({
        expire: text,
        status: v.picklist(['ok', 'invalid']),
        type: v.picklist(['platinum', 'novip']),
        user_id: text,
      }),
      free_days: count,
      invited_days: count,
      updated: v.boolean(),
    }),
    errors: ['unauthenticated', 'invalid_argument'],
    summary: 'Notes once how a new person came, and gives the free days of that',
  }),
  inviteCode: endpoint({
    id: 'membership.inviteCode',
    method: 'GET',
    path: '/vip/v1/activity/inviteCode',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    output: v.object({ code: text, url: text }),
    errors: ['unauthenticated'],
    summary: 'The code that the caller invites with',
  }),
  inviteInfo: endpoint({
    id: 'membership.inviteInfo',
    method: 'GET',
    path: '/vip/v1/activity/inviteInfo',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    output: sums,
    errors: ['unauthenticated'],
    summary: 'How many people came by the caller, and the days that were given for it',
  }),
  inviteList: endpoint({
    id: 'membership.inviteList',
    method: 'GET',
    path: '/vip/v1/activity/inviteList',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    query: v.object({ limit: wireCount, begin: optionalText }),
    output: v.object({ data: v.array(invited) }),
    errors: ['unauthenticated', 'invalid_argument'],
    summary: 'People who came by the caller, newest first; `begin` is the time of the last row',
  }),
  inviteExtActivityPage: endpoint({
    id: 'membership.inviteExtActivityPage',
    method: 'GET',
    path: '/vip/v1/activity/inviteExtActivityPage',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    query: v.object({ limit: wireCount }),
    output: v.object({
      data: v.object({
        open: v.boolean(),
        code: text,
        url: text,
        ...sums.entries,
        rules: v.object({
          inviter_days: count,
          invited_days: count,
          wait_hours: count,
          per_month: count,
          in_all: count,
        }),
        list: v.array(invited),
      }),
    }),
    errors: ['unauthenticated'],
    summary: 'What the page of invitations shows, in one answer',
  }),
} as const;
