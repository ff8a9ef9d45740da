/** Events of features on the left that a person is notified of. Handlers are idempotent by the event's id. */
import * as v from 'valibot';
import type { BellKind } from '#shared/drive/bell/bell-kinds.ts';
import { grantItem } from '#shared/membership/ledger.ts';
import { href } from '#shared/routes.ts';
import { DAY_MS } from '#shared/units.ts';
import type { DomainEvent } from '#worker/platform/domain-event.ts';
import type { AuthService } from '#worker/services/auth/index.ts';
import { type MailService, sendNotice } from '#worker/services/mail/service.ts';
import type { DriveDeps } from '../deps.ts';
import { notifyPerson } from './bell.ts';

const newDevice = v.object({ userId: v.string(), agent: v.string() });
const expiryDue = v.object({
  userId: v.string(),
  key: v.string(),
  kind: v.picklist(['premium', 'storage']),
  stage: v.string(),
  endMs: v.number(),
  bytes: v.number(),
});
const rewarded = v.object({ userId: v.string(), days: v.number() });
const paid = v.object({ userId: v.string(), orderId: v.string(), bought: grantItem, dateMs: v.number() });
const renewalFailed = v.object({ userId: v.string(), untilMs: v.number() });

type Deps = Pick<DriveDeps, 'drives'>;

/** `auth.new-device`. */
export async function onNewDevice(deps: Deps, item: DomainEvent): Promise<void> {
  const { userId, agent } = v.parse(newDevice, item.payload);
  await notifyPerson(deps, userId, { id: item.id, kind: 'new-device', data: { about: agent } });
}

const factorsRemoved = v.object({ userId: v.string(), atMs: v.number() });

/** `auth.factors-removed`. */
export async function onFactorsRemoved(deps: Deps, item: DomainEvent): Promise<void> {
  const { userId, atMs } = v.parse(factorsRemoved, item.payload);
  await notifyPerson(deps, userId, { id: item.id, kind: 'factors-removed', data: { dateMs: atMs } });
}

const letter = v.object({ kind: v.string(), dateMs: v.number() });
/** Letters about the account that are notified too. */
const ACCOUNT_KINDS = [
  'password-changed',
  'two-factor-on',
  'two-factor-off',
  'recovery-codes-renewed',
  'passkey-added',
  'passkey-removed',
  'app-password-made',
  'provider-linked',
  'provider-removed',
  'email-changed',
  'phone-changed',
  'account-frozen',
  'account-closing',
  'factors-leaving',
] as const satisfies readonly BellKind[];

/** `mail.send` and `auth.factors-leaving` of an account, whose name is that of its person. Letters of others have no kind. */
export async function onAccountLetter(deps: Deps, item: DomainEvent): Promise<void> {
  const found = v.safeParse(letter, item.payload);
  const kind = found.success ? ACCOUNT_KINDS.find((each) => each === found.output.kind) : undefined;
  if (found.success && kind)
    await notifyPerson(deps, item.source, { id: item.id, kind, data: { dateMs: found.output.dateMs } });
}

/** `membership.expiry-due`, of a plan that will not be renewed. */
export async function onExpiryDue(deps: Deps, item: DomainEvent): Promise<void> {
  const { userId, key, kind, stage, endMs, bytes } = v.parse(expiryDue, item.payload);
  await notifyPerson(deps, userId, {
    id: `expiry-${key}`,
    kind: stage === 'ended' ? 'plan-ended' : 'plan-ends',
    data: { about: kind, dateMs: endMs, limitBytes: bytes },
  });
}

/** A letter about days that were given long ago is of no use. */
const REWARD_LETTER_MS = 7 * DAY_MS;

/** `membership.rewarded`: a person who was invited has brought days. A notification, and a letter of the same words. */
export async function onRewarded(
  deps: Deps & {
    readonly mail: Pick<MailService, 'ready' | 'prepare' | 'deliver'>;
    readonly auth: Pick<AuthService, 'letterBoxOf'>;
    readonly clock: DriveDeps['clock'];
  },
  item: DomainEvent,
): Promise<void> {
  const { mail, auth, clock } = deps;
  const { userId, days } = v.parse(rewarded, item.payload);
  await notifyPerson(deps, userId, { id: item.id, kind: 'reward-granted', data: { count: days } });
  const box = mail.ready ? await auth.letterBoxOf(userId) : null;
  if (!box) return;
  await sendNotice(mail, item.id, {
    kind: 'reward-granted',
    to: box.email,
    locale: box.locale,
    about: String(days),
    path: href('site.referral'),
    writtenMs: clock.nowMs(),
    lifeMs: REWARD_LETTER_MS,
  });
}

/** `membership.paid`: what an order bought is in the account. The receipt is on the order's page. */
export async function onPaid(deps: Deps, item: DomainEvent): Promise<void> {
  const { userId, orderId, bought, dateMs } = v.parse(paid, item.payload);
  const { months, days } = bought;
  const about = bought.type === 'traffic' ? bought.traffic : bought.type;
  const size = bought.type === 'premium' ? {} : { limitBytes: bought.bytes };
  await notifyPerson(deps, userId, {
    id: item.id,
    kind: 'payment-received',
    data: { orderId, dateMs, about, months, days, ...size },
  });
}

/** `membership.renewal-failed`: the plan stays until a day without a payment. */
export async function onRenewalFailed(deps: Deps, item: DomainEvent): Promise<void> {
  const { userId, untilMs } = v.parse(renewalFailed, item.payload);
  await notifyPerson(deps, userId, { id: item.id, kind: 'renewal-failed', data: { dateMs: untilMs } });
}
