/** Acts of operators on a person, by page and by command line: one set of rules, one log. Each act is in the log before it takes effect. */
import { AppError } from '#shared/errors.ts';
import type { UserId } from '#shared/ids.ts';
import type { GrantItem } from '#shared/membership/ledger.ts';
import { momentText } from '#shared/ops/end-time.ts';
import type { PersonActKind } from '#shared/ops/people.ts';
import { DAY_MS, GIB } from '#shared/units.ts';
import type { GivenLink, ListedPerson, PersonLink } from '#worker/services/auth/index.ts';
import type { Actor } from '#worker/services/config/index.ts';
import type { Ledger } from '#worker/services/membership/service.ts';
import type { PeopleDeps } from './people.ts';

export interface PersonAct {
  readonly act: PersonActKind;
  readonly userId: UserId;
  /** Not empty. */
  readonly reason: string;
  /** Makes pressing twice one grant. */
  readonly key: string;
  /** `premium` and `storage`: epoch ms at which it ends. */
  readonly endsMs?: number;
  /** `storage`: GiB beside the plan. */
  readonly gib?: number;
  /** `take_back`: an entry of the ledger. */
  readonly entryId?: string;
}

const NOTES = {
  block: 'person_blocked',
  unblock: 'person_unblocked',
  sign_out: 'person_signed_out',
  reset: 'person_reset',
  reset_link: 'person_reset_link',
  reset_name: 'person_name_reset',
  delete: 'person_deleted',
  keep: 'person_kept',
  premium: 'member_granted',
  storage: 'member_granted',
  take_back: 'member_reversed',
} as const satisfies Record<PersonActKind, string>;

/** Refused on operators: the role is taken away before. */
const NOT_ON_OPERATORS: ReadonlySet<PersonActKind> = new Set(['block', 'reset', 'reset_link', 'delete']);
/** Ten years. */
const MOST_DAYS = 3_660;
const MOST_GIB = 1_048_576;

/** From then to the end, to the millisecond. @throws AppError invalid_argument */
function lengthUntil(endsMs: number | undefined, sinceMs: number): Pick<GrantItem, 'months' | 'days' | 'ms'> {
  const lengthMs = (endsMs ?? 0) - sinceMs;
  if (!Number.isSafeInteger(lengthMs) || lengthMs <= 0 || lengthMs > MOST_DAYS * DAY_MS)
    throw new AppError('invalid_argument', {
      field: 'ends',
      reason: 'out_of_range',
      message: `the end has to be later, and at most ${MOST_DAYS} days`,
    });
  const ms = lengthMs % DAY_MS;
  return { months: 0, days: Math.floor(lengthMs / DAY_MS), ...(ms > 0 ? { ms } : {}) };
}

/**
 * Premium stands end to end: the time counts from the end of what the person has.
 * @throws AppError failed_precondition for premium that lasts as long without the act
 */
function premiumItem({ endsMs, key }: PersonAct, { entries, timeline }: Ledger, nowMs: number): GrantItem {
  const lastMs = timeline.premium.at(-1)?.endMs ?? 0;
  // A repeat is the grant that it was.
  const sinceMs = entries.some((entry) => entry.source === 'operator' && entry.key === key) ? nowMs : lastMs;
  if (endsMs !== undefined && endsMs > nowMs && endsMs <= sinceMs)
    throw new AppError('failed_precondition', {
      field: 'ends',
      reason: 'premium_lasts',
      message: `the person has premium until ${new Date(lastMs).toISOString()} without it`,
    });
  return { type: 'premium', region: 'global', ...lengthUntil(endsMs, Math.max(nowMs, sinceMs)) };
}

function storageItem({ endsMs, gib = 0 }: PersonAct, nowMs: number): GrantItem {
  const length = lengthUntil(endsMs, nowMs);
  if (!Number.isSafeInteger(gib) || gib < 1 || gib > MOST_GIB)
    throw new AppError('invalid_argument', {
      field: 'gib',
      reason: 'out_of_range',
      message: `gib has to be a whole number from 1 to ${MOST_GIB}`,
    });
  return { type: 'storage', bytes: gib * GIB, ...length };
}

/** The account refuses the same; asked before, so that the log has no act that did not happen. */
function whyImpossible({ role, status, held }: ListedPerson, act: PersonActKind): string | null {
  if (role === 'operator' && NOT_ON_OPERATORS.has(act)) return 'is_operator';
  if ((act === 'reset' || act === 'reset_link') && status !== 'ACTIVE' && status !== 'FROZEN') return 'not_active';
  if (act === 'keep' && status !== 'CLOSING' && held !== 'CLOSING') return 'not_closing';
  return null;
}

/**
 * @throws AppError permission_denied for an operator's own account, unless it is a sign-out; not_found; invalid_argument;
 * failed_precondition for an act that is not possible now; unavailable while something of the person may still be served: a repeat
 * waits for the same
 * @returns the link of `reset_link`; null for the other acts
 */
export async function actOnPerson(deps: PeopleDeps, operator: Actor, input: PersonAct): Promise<PersonLink | null> {
  const { act, userId } = input;
  // Another operator decides about an operator's limits, and the log names both.
  if (operator.id === userId && act !== 'sign_out')
    throw new AppError('permission_denied', { field: 'person', reason: 'own_account' });
  // A token that is stored on another machine must not open an account.
  if (act === 'reset_link' && operator.via === 'api')
    throw new AppError('permission_denied', { field: 'act', reason: 'on_the_machine' });
  const person = await deps.auth.listedPerson(userId);
  if (!person) throw new AppError('not_found', { field: 'person', reason: 'no_such_person' });
  const reason = whyImpossible(person, act);
  if (reason !== null) throw new AppError('failed_precondition', { field: 'person', reason });
  const work = await workOf(deps, operator, { ...input, accountName: person.name });
  await deps.documents.note(operator, {
    act: NOTES[act],
    subject: 'people',
    note: `${userId}: ${work.what}${input.reason}`,
  });
  await work.run();
  return work.link ?? null;
}

/** The act, checked, and the words about it in the log. */
async function workOf(
  { auth, membership, clock, drive, share }: PeopleDeps,
  operator: Actor,
  input: PersonAct & { readonly accountName: string },
): Promise<{ what: string; run(): Promise<unknown>; link?: PersonLink }> {
  const { act, userId, reason, key } = input;
  const actor = { id: operator.id, name: operator.name };
  switch (act) {
    case 'block':
      return { what: '', run: () => auth.blockPerson(userId, reason) };
    case 'unblock':
      return { what: '', run: () => auth.unblockPerson(userId) };
    case 'sign_out':
      return { what: '', run: () => auth.signOutPerson(userId) };
    case 'reset':
      // Refused before it is noted.
      await auth.requireWayBack(userId);
      return { what: '', run: () => auth.demandReset(userId) };
    case 'reset_link': {
      // Refused before it is noted.
      const link = await auth.resetLink(userId);
      return { what: `${link.to}: `, run: () => auth.storeLink(link, { by: operator, reason }), link };
    }
    case 'reset_name': {
      const name = await share.publicName(userId);
      return {
        what: name === '' ? '' : `${name}: `,
        run: async () => {
          await share.resetSender(userId, input.accountName);
          await drive.ring(userId, { id: `name-reset-${key}`, kind: 'name-reset', data: {} });
        },
      };
    }
    case 'delete':
      return { what: '', run: () => auth.deletePerson(userId) };
    case 'keep':
      return { what: '', run: () => auth.keepPerson(userId) };
    case 'premium':
    case 'storage': {
      const nowMs = clock.nowMs();
      const item =
        act === 'premium' ? premiumItem(input, await membership.ledgerOf(userId), nowMs) : storageItem(input, nowMs);
      const what = item.type === 'storage' ? `${input.gib} GB` : 'premium';
      // From the moment that the length was computed for.
      const granted = { source: 'operator' as const, key, product: '', item, startsMs: nowMs, reason, actor };
      const until = momentText(input.endsMs ?? 0);
      return { what: `${what} until ${until}: `, run: () => membership.grant(userId, granted) };
    }
    case 'take_back': {
      const { entries } = await membership.ledgerOf(userId);
      const entry = entries.find((each) => each.id === input.entryId && each.kind === 'grant');
      if (!entry) throw new AppError('not_found', { field: 'entry', reason: 'no_such_entry' });
      const what = `${entry.product || entry.source} ${entry.id}: `;
      const taken = { source: entry.source, key: entry.key, reason, actor };
      return { what, run: () => membership.reverse(userId, taken) };
    }
  }
}

/**
 * A link that opens one account for an address, also where signing up is closed. It is given to the person by hand.
 * @param input.reason  not empty
 * @throws AppError invalid_argument; already_exists for the address of an account
 */
export async function invitePerson(
  { auth, documents }: PeopleDeps,
  operator: Actor,
  { reason, ...address }: { email?: string; phone?: string; reason: string },
): Promise<PersonLink> {
  const link = await auth.signUpLink(address);
  await documents.note(operator, { act: 'person_invited', subject: 'people', note: `${link.to}: ${reason}` });
  await auth.storeLink(link, { by: operator, reason });
  return link;
}

/** Links on one page. */
const LINKS = 50;
/** After every link. */
const NO_LINK = Number.MAX_SAFE_INTEGER;

/** Links that operators gave, newest first: those that wait, and those that open nothing. @param before  of the page before; 0 for the first page */
export function listLinks({ auth }: Pick<PeopleDeps, 'auth'>, before: number) {
  return auth.givenLinks({ before: before === 0 ? NO_LINK : before, limit: LINKS });
}

/**
 * Ends a link that an operator gave, before its time, also one that counts as used: it works again when its address is free again.
 * A repeat changes nothing, and is not noted again.
 * @throws AppError not_found for a link that has ended
 */
export async function withdrawLink(
  { auth, documents }: PeopleDeps,
  operator: Actor,
  { linkId, reason }: { linkId: string; reason: string },
): Promise<GivenLink> {
  const link = await auth.givenLink(linkId);
  if (!link) throw new AppError('not_found', { field: 'link', reason: 'no_such_link' });
  if (link.withdrawnMs !== 0) return link;
  const whose = link.userId === '' ? '' : `${link.userId}: `;
  await documents.note(operator, {
    act: 'person_link_withdrawn',
    subject: 'people',
    note: `${whose}${link.to}: ${reason}`,
  });
  await auth.withdrawLink(linkId);
  return link;
}
