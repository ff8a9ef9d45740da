/**
 * Rewards for coming back and for inviting others: one document that operators publish. For the server and the command line:
 * browsers get the items of single days (check-in.view.tsx). Rules that no document changes: check-in.rules.ts.
 */
import * as v from 'valibot';
import type { DocumentKind } from '#shared/document-kind.ts';
import { parseJsonText } from '#shared/json-text.ts';
import { GIB } from '#shared/units.ts';
import { type GrantItem, TRAFFIC_CHOICES, TRAFFIC_KINDS } from './ledger.ts';

/** A series is at most a month long. */
const MAX_SERIES_DAYS = 31;

const days = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(1),
  v.maxValue(366),
  v.description('From the moment it is given.'),
  v.metadata({ unit: 'days' }),
);
const bytes = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(1),
  v.title('Size'),
  v.description('On top of the plan.'),
  v.metadata({ as: 'bytes' }),
);

const reward = v.pipe(
  v.variant('type', [
    v.strictObject({ type: v.literal('premium'), days }),
    v.strictObject({ type: v.literal('storage'), bytes, days }),
    v.strictObject({
      type: v.literal('traffic'),
      traffic: v.pipe(
        v.picklist(TRAFFIC_KINDS),
        v.title('For'),
        v.description('Use of the traffic.'),
        v.metadata({ choices: TRAFFIC_CHOICES }),
      ),
      bytes,
      days,
    }),
  ]),
  v.metadata({ choices: { premium: 'Premium', storage: 'Storage', traffic: 'Traffic' } }),
);
export type Reward = v.InferOutput<typeof reward>;

const checkIn = v.strictObject({
  open: v.pipe(
    v.boolean(),
    v.title('Offer check-in'),
    v.description('Off takes the page away. What was received stays.'),
  ),
  days: v.pipe(
    v.array(v.nullable(reward)),
    v.minLength(1),
    v.maxLength(MAX_SERIES_DAYS),
    v.title('Days of a series'),
    v.description('The reward of each day. After the last day the series begins again.'),
    v.metadata({ entry: 'Day' }),
  ),
});

const freeDays = (title: string, text: string) =>
  v.pipe(
    v.number(),
    v.safeInteger(),
    v.minValue(0),
    v.maxValue(366),
    v.title(title),
    v.description(text),
    v.metadata({ unit: 'days' }),
  );

const invitations = v.strictObject({
  open: v.pipe(
    v.boolean(),
    v.title('Offer invitations'),
    v.description('Off takes the page away. What was promised before is still given.'),
  ),
  newcomerDays: freeDays('For a new account', 'Days of premium for every new account, invited or not. 0: none.'),
  invitedDays: freeDays('For the invited person', 'More days of premium for a person who came by an invitation.'),
  inviterDays: freeDays('For the person who invited', 'Days of premium.'),
  waitHours: v.pipe(
    v.number(),
    v.safeInteger(),
    v.minValue(0),
    v.maxValue(30 * 24),
    v.title('Wait'),
    v.description('Until the person who invited has the days: time to notice abuse.'),
    v.metadata({ unit: 'hours' }),
  ),
  perMonth: v.pipe(
    v.number(),
    v.safeInteger(),
    v.minValue(0),
    v.maxValue(1_000),
    v.title('Rewarded within 30 days'),
    v.description('Invitations of one person.'),
  ),
  inAll: v.pipe(
    v.number(),
    v.safeInteger(),
    v.minValue(0),
    v.maxValue(5_000),
    v.title('Rewarded at all'),
    v.description('Invitations of one person.'),
  ),
});

const initialInvitations: v.InferInput<typeof invitations> = {
  open: true,
  newcomerDays: 0,
  invitedDays: 7,
  inviterDays: 7,
  waitHours: 24,
  perMonth: 10,
  inAll: 50,
};

const schema = v.strictObject({
  checkIn: v.pipe(checkIn, v.description('The daily check-in, /check-in.')),
  invitations: v.pipe(
    v.optional(invitations, initialInvitations),
    v.description('Invitations of new people, /referral.'),
  ),
});

export type Rewards = v.InferOutput<typeof schema>;

const initial: v.InferInput<typeof schema> = {
  checkIn: {
    open: true,
    days: [
      null,
      { type: 'traffic', traffic: 'download', bytes: 5 * GIB, days: 30 },
      null,
      { type: 'traffic', traffic: 'download', bytes: 5 * GIB, days: 30 },
      null,
      null,
      { type: 'premium', days: 1 },
    ],
  },
  invitations: initialInvitations,
};

export const rewardsDocument: DocumentKind<Rewards> & { readonly schema: typeof schema } = {
  title: 'Rewards: check-in and invitations',
  format: 'json',
  schema,
  initial: `${JSON.stringify(initial, null, 2)}\n`,
  parse: (text) => parseJsonText(text, schema),
};

/** The content of the grant; premium days count everywhere. */
export function itemOfReward(given: Reward): GrantItem {
  const lasting = { months: 0, days: given.days };
  switch (given.type) {
    case 'premium':
      return { type: 'premium', region: 'global', ...lasting };
    case 'storage':
      return { type: 'storage', bytes: given.bytes, ...lasting };
    case 'traffic':
      return { type: 'traffic', traffic: given.traffic, bytes: given.bytes, ...lasting };
  }
}
