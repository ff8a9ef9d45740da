/**
 * Acts of operators on the ways into an account: a new password, and the removal of the second factor and the passkeys. The callers have
 * authorised the operator and noted the act in the log. Either both together are two operators' work, or one of them is not done.
 * @source docs/decisions/0521-two-operators-for-a-way-in.md
 */
import * as v from 'valibot';
import { type DeskActKind, REMOVAL_DELAY_MS } from '#shared/auth/desk-acts.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import type { UserId } from '#shared/ids.ts';
import type { OperatorRole } from '#shared/operator-rights.ts';
import { href } from '#shared/routes.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { DomainEvent } from '#worker/platform/domain-event.ts';
import type { Caller } from '#worker/platform/request.ts';
import type { Actor } from '#worker/services/config/index.ts';
import type { MailEvent, MailService } from '#worker/services/mail/index.ts';
import { accountOf } from '../core/account-part.ts';
import type { AuthParts } from '../deps.ts';
import type { PersonLink } from '../directory/given-links.store.ts';
import { maskEmail, maskPhone } from '../identifier/mask.ts';
import { FACTORS_LEAVING, KEEP_FACTORS_PURPOSE, NOTICE_LIFETIME_MS, REMOVE_FACTORS_PURPOSE } from '../keys.ts';
import { channelTo, letterTo } from '../person/notice.ts';
import { openTicket, sealTicket } from '../token/ticket.ts';
import type { DeskAccount } from './account-acts.ts';
import { requireAccount, requireWayBack } from './acts.ts';
import type { DeskActRow } from './desk-acts.store.ts';
import { storeLink } from './given-links.ts';
import type { operatorsPart } from './part.ts';
import { resetLink } from './person-links.ts';

type Parts = Pick<
  AuthParts,
  'accounts' | 'mail' | 'clock' | 'limits' | 'keyring' | 'shield' | 'directory' | 'appOrigin'
>;

const content = v.object({ userId: v.string(), id: v.string() });

/** A link that an operator hands over. */
export type HandedLink = Pick<PersonLink, 'url' | 'to' | 'untilMs'>;

/** The beginning of an act, before the log has it: a refusal is not noted. */
export interface PreparedAct {
  readonly id: string;
  readonly kind: DeskActKind;
  readonly isAsked: boolean;
  readonly letter: MailEvent | null;
  /** Of a link that removes the factors; else 0. */
  readonly dueMs: number;
  /** A link for a new password, stored before it is shown. */
  readonly stored: PersonLink | null;
  readonly link: HandedLink | null;
  /** As `needsSecond` has it. */
  readonly onWord: boolean;
}

async function factorRun(
  parts: Parts,
  userId: UserId,
  id: string,
): Promise<Pick<PreparedAct, 'letter' | 'dueMs' | 'link' | 'onWord'>> {
  const account = await requireAccount(parts, userId);
  if (account.factors.length === 0) throw new AppError('failed_precondition', { reason: 'no_factor' });
  if (account.acts.some(({ kind, state }) => kind === 'factor' && state === 'waits'))
    throw new AppError('failed_precondition', { reason: 'removal_waits' });
  const nowMs = parts.clock.nowMs();
  const untilMs = nowMs + REMOVAL_DELAY_MS;
  const back = await returnedTo(parts, account);
  if (channelTo(parts.mail, withoutReturned(account, back)) !== null) {
    // The drive notifies the person too.
    const payload = { userId, id, kind: WARNING, dateMs: untilMs };
    return { letter: { event: FACTORS_LEAVING, payload }, dueMs: 0, link: null, onWord: false };
  }
  const life = { ttlSeconds: REMOVAL_DELAY_MS / SECOND_MS, nowMs };
  const token = await sealTicket(parts.keyring, REMOVE_FACTORS_PURPOSE, { userId, id }, life);
  const to = maskEmail(account.email) || maskPhone(account.phone) || account.name;
  const url = `${parts.appOrigin}${href('account.factors')}?token=${token}`;
  const onWord = back?.byOperator === true && channelTo(parts.mail, account) !== null;
  return { letter: null, dueMs: untilMs, link: { url, to, untilMs }, onWord };
}

const WARNING = 'factors-leaving';

const returnedTo = async ({ mail }: Pick<Parts, 'mail'>, { email }: DeskAccount) =>
  email === '' ? null : ((await mail.returned?.(email)) ?? null);

/** The addresses of an account without one that mail comes back from. */
const withoutReturned = (account: DeskAccount, back: object | null): DeskAccount =>
  back ? { ...account, email: '' } : account;

/**
 * `auth.factors-leaving`: warns the person of a removal. Its time begins when the letter is accepted; it ends with a letter that cannot be
 * sent.
 * @throws Error when the letter was not accepted; the event stays in its outbox
 */
export async function onFactorsLeaving(
  parts: Pick<Parts, 'accounts' | 'mail' | 'clock' | 'keyring'> & { readonly mail: Pick<MailService, 'deliver'> },
  item: DomainEvent,
): Promise<void> {
  const { userId, id } = v.parse(content, item.payload);
  const account = accountOf<typeof operatorsPart>(parts, userId);
  const [row, person] = [unwrap(await account.removalOf(id)), unwrap(await account.deskAccount())];
  if (!row || !person || row.byLink || row.dueMs !== 0) return;
  // The letter is of use for a day, and its ticket until the removal that begins with it has ended.
  const ttlSeconds = (NOTICE_LIFETIME_MS + REMOVAL_DELAY_MS) / SECOND_MS;
  const token = await sealTicket(parts.keyring, KEEP_FACTORS_PURPOSE, { userId, id }, { ttlSeconds, nowMs: row.atMs });
  const path = `${href('account.factors')}?token=${token}`;
  const warning = { kind: WARNING, path, dateMs: parts.clock.nowMs() + REMOVAL_DELAY_MS } as const;
  const call = { locale: person.language, nowMs: row.atMs };
  const letter = await letterTo(parts, withoutReturned(person, await returnedTo(parts, person)), warning, call);
  const isSent = letter && (await parts.mail.deliver({ id: item.id, sealed: String(letter.payload['sealed']) }));
  unwrap(await (isSent ? account.beginRemovalWait(id) : account.endDeskAct(id, 'ended')));
}

/**
 * `auth.factors-due`: the removal takes effect, unless mail to the person has come back since it was asked, also where it was resumed: the
 * warning may be among it, and the next removal gives a link to hand over.
 * @throws Error when the account could not be asked; the event stays in its outbox
 */
export async function onFactorsDue(
  { accounts, mail }: Pick<Parts, 'accounts' | 'mail'>,
  item: DomainEvent,
): Promise<void> {
  const { userId, id } = v.parse(content, item.payload);
  const account = accountOf<typeof operatorsPart>({ accounts }, userId);
  const [row, person] = [unwrap(await account.removalOf(id)), unwrap(await account.deskAccount())];
  if (!row || !person || row.byLink || row.dueMs !== 0) return;
  const backMs = (person.email === '' ? null : await mail.lastReturn?.(person.email)) ?? 0;
  unwrap(backMs >= row.atMs ? await account.endDeskAct(id, 'returned') : await account.takeRemoval(id));
}

/**
 * @throws AppError not_found; failed_precondition where the act is not possible: for an account without factors, and where no code or a
 * code reaches the person, as the kind wants
 */
export async function prepareDeskAct(
  parts: Parts,
  userId: UserId,
  { id, kind, role }: { id: string; kind: DeskActKind; role: OperatorRole },
): Promise<PreparedAct> {
  const account = accountOf<typeof operatorsPart>(parts, userId);
  const run = await runOf(parts, userId, { id, kind });
  return { ...run, isAsked: unwrap(await account.needsSecondNow({ kind, role, onWord: run.onWord })) };
}

async function runOf(
  parts: Parts,
  userId: UserId,
  { id, kind }: { id: string; kind: DeskActKind },
): Promise<Omit<PreparedAct, 'isAsked'>> {
  if (kind === 'factor') return { id, kind, stored: null, ...(await factorRun(parts, userId, id)) };
  if (kind === 'reset')
    return { id, kind, letter: await requireWayBack(parts, userId), dueMs: 0, stored: null, link: null, onWord: false };
  const stored = await resetLink(parts, userId);
  return { id, kind, letter: null, dueMs: 0, stored, link: stored, onWord: false };
}

/**
 * Begins a prepared act, or notes it for a second operator.
 * @returns the link to hand over; null for none
 * @throws AppError aborted when another act changed who has to agree
 */
export async function beginDeskAct(
  parts: Parts,
  userId: UserId,
  { stored, link, ...prepared }: PreparedAct,
  { by, role, reason }: { by: Actor; role: OperatorRole; reason: string },
): Promise<HandedLink | null> {
  const account = accountOf<typeof operatorsPart>(parts, userId);
  unwrap(await account.askDeskAct({ ...prepared, by: { id: by.id, name: by.name }, role, reason }));
  if (prepared.isAsked) return null;
  if (stored) await storeLink(parts, stored, { by, reason });
  return link;
}

/** The request of another operator, prepared; null where none waits. */
export async function askedDeskAct(
  parts: Parts,
  userId: UserId,
  id: string,
): Promise<{ row: DeskActRow; prepared: PreparedAct } | null> {
  const row: DeskActRow | null = unwrap(await accountOf<typeof operatorsPart>(parts, userId).askedDeskAct(id));
  return row && { row, prepared: { isAsked: false, ...(await runOf(parts, userId, row)) } };
}

/** A second operator agrees. @throws AppError not_found; permission_denied for the operator who asked; as the act itself */
export async function confirmDeskAct(
  parts: Parts,
  userId: UserId,
  { id, letter, dueMs, stored, link }: PreparedAct,
  { by, reason }: { by: Actor; reason: string },
): Promise<HandedLink | null> {
  unwrap(await accountOf<typeof operatorsPart>(parts, userId).confirmDeskAct({ id, letter, dueMs, byId: by.id }));
  if (stored) await storeLink(parts, stored, { by, reason });
  return link;
}

/** Takes back what has not taken effect. @throws AppError not_found */
export async function endDeskAct(parts: Pick<Parts, 'accounts'>, userId: UserId, id: string): Promise<void> {
  unwrap(await accountOf<typeof operatorsPart>(parts, userId).endDeskAct(id, 'ended'));
}

/** A removal of factors as its person sees it. */
interface SeenRemoval {
  /** `keep`: it can be stopped. `remove`: the link does it now. */
  readonly way: 'keep' | 'remove';
  /** When it takes effect, the soonest; or when the link ends. */
  readonly dueMs: number;
  readonly userId: string;
  readonly id: string;
}

/**
 * By the ticket of a letter or a link, else by the session; null where nothing waits. Looking changes nothing: mail scanners open the link
 * too.
 */
export async function seenRemoval(parts: Parts, token: string, caller: Caller | null): Promise<SeenRemoval | null> {
  const soonestMs = parts.clock.nowMs() + REMOVAL_DELAY_MS;
  if (token === '') {
    const row = caller && unwrap(await accountOf<typeof operatorsPart>(parts, caller.userId).ownRemoval(caller));
    return row && caller ? { way: 'keep', dueMs: row.dueMs || soonestMs, userId: caller.userId, id: row.id } : null;
  }
  for (const [way, purpose] of [
    ['keep', KEEP_FACTORS_PURPOSE],
    ['remove', REMOVE_FACTORS_PURPOSE],
  ] as const) {
    const ticket = await openTicket(parts.keyring, purpose, content, token, parts.clock.nowMs());
    if (!ticket) continue;
    const { userId, id } = ticket.content;
    const row = unwrap(await accountOf<typeof operatorsPart>(parts, userId).removalOf(id));
    return row && { way, dueMs: row.dueMs || soonestMs, userId, id };
  }
  return null;
}

/**
 * The person's press: stops the removal, or by a link that an operator handed over removes the factors now and ends every session.
 * @returns what was done; null where nothing waits
 */
export async function answerRemoval(
  parts: Parts,
  token: string,
  caller: Caller | null,
): Promise<SeenRemoval['way'] | null> {
  const found = await seenRemoval(parts, token, caller);
  if (!found) return null;
  const account = accountOf<typeof operatorsPart>(parts, found.userId);
  unwrap(
    found.way === 'keep' ? await account.endDeskAct(found.id, 'stopped') : await account.followRemovalLink(found.id),
  );
  return found.way;
}
