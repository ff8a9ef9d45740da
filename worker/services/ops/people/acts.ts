/** Acts of operators on a person, by page and by command line: one set of rules, one log. Each act is in the log before it takes effect. */
import { AppError } from '#shared/errors.ts';
import type { UserId } from '#shared/ids.ts';
import type { GrantItem, LedgerItem } from '#shared/membership/ledger.ts';
import { groupAt, quotaAt } from '#shared/membership/timeline.ts';
import { hasRight, OTHER_ROLE, PERSON_ACT_RIGHTS, type Right } from '#shared/operator-rights.ts';
import { momentText } from '#shared/ops/end-time.ts';
import { gigabytesText } from '#shared/ops/gigabytes.ts';
import type { PersonActKind } from '#shared/ops/people.ts';
import { DAY_MS, GIB } from '#shared/units.ts';
import type { GivenLink, ListedPerson, PersonLink } from '#worker/services/auth/index.ts';
import type { ActingOperator } from '#worker/services/config/index.ts';
import type { Ledger } from '#worker/services/membership/service.ts';
import { type ActOutcome, beginWayIn, confirmWayIn, DESK_KINDS, refuseWayIn } from './desk-acts.ts';
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
  /** `quota`: all that the person may store, bytes; null: as much as group and plan give. Without `endsMs` it has no end. */
  readonly bytes?: number | null;
  /** `quota`: the entry that the operator saw in force, '' for none; absent: whatever is in force. */
  readonly seen?: string;
  /** `group`: an id of the document; '' for none. */
  readonly group?: string;
  /** `take_back`: an entry of the ledger. */
  readonly entryId?: string;
  /** `confirm` and `refuse`: what another operator asked for, or what waits. */
  readonly askId?: string;
}

const NOTES = {
  block: 'person_blocked',
  unblock: 'person_unblocked',
  sign_out: 'person_signed_out',
  reset_name: 'person_name_reset',
  delete: 'person_deleted',
  keep: 'person_kept',
  premium: 'member_granted',
  storage: 'member_granted',
  quota: 'person_storage_set',
  group: 'person_grouped',
  take_back: 'member_reversed',
} as const satisfies Record<Exclude<PersonActKind, WayInAct>, string>;

type WayInAct = keyof typeof DESK_KINDS | 'confirm' | 'refuse';
const isWayIn = (act: PersonActKind): act is WayInAct => act === 'confirm' || act === 'refuse' || act in DESK_KINDS;

/** Refused on operators: the role is taken away before. */
const NOT_ON_OPERATORS: ReadonlySet<PersonActKind> = new Set(['block', 'reset', 'reset_link', 'delete']);
/** Ten years. */
const MOST_DAYS = 3_660;
const MOST_GIB = 1_048_576;

/** @throws AppError permission_denied */
export function requireRight({ role }: ActingOperator, right: Right): void {
  if (!hasRight(role, right)) throw new AppError('permission_denied', { reason: OTHER_ROLE });
}

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
function premiumItem(input: PersonAct, ledger: Ledger, nowMs: number): GrantItem {
  const { endsMs } = input;
  const lastMs = ledger.timeline.premium.at(-1)?.endMs ?? 0;
  // A repeat is the grant that it was.
  const sinceMs = isRepeatOf(input, ledger) ? nowMs : lastMs;
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

const isRepeatOf = ({ key }: PersonAct, { entries }: Ledger): boolean =>
  entries.some((entry) => entry.source === 'operator' && entry.key === key);

/** @throws AppError failed_precondition where the amount in force is not the one that the operator saw */
function quotaItem(input: PersonAct, ledger: Ledger, nowMs: number): LedgerItem {
  const { bytes, endsMs, seen } = input;
  if (bytes === undefined) throw new AppError('invalid_argument', { field: 'quota', reason: 'format' });
  if (seen !== undefined && !isRepeatOf(input, ledger) && seen !== (quotaAt(ledger.timeline, nowMs)?.entryId ?? ''))
    throw new AppError('failed_precondition', { field: 'quota', reason: 'changed_since' });
  const length = endsMs ? lengthUntil(endsMs, nowMs) : { months: 0, days: 0 };
  return { type: 'quota', bytes, ...length };
}

const quotaText = ({ bytes, endsMs }: PersonAct): string =>
  bytes == null ? 'the usual amount' : `${gigabytesText(bytes)}${endsMs ? ` until ${momentText(endsMs)}` : ''}`;

/** The account refuses the same; asked before, so that the log has no act that did not happen. */
function whyImpossible({ role, status, held }: ListedPerson, act: PersonActKind): string | null {
  if (role !== '' && NOT_ON_OPERATORS.has(act)) return 'is_operator';
  if ((act === 'reset' || act === 'reset_link') && status !== 'ACTIVE' && status !== 'FROZEN') return 'not_active';
  if (act === 'keep' && status !== 'CLOSING' && held !== 'CLOSING') return 'not_closing';
  return null;
}

/**
 * @throws AppError permission_denied for another role's act, and for an operator's own account, unless it is a sign-out; not_found; invalid_argument;
 * failed_precondition for an act that is not possible now; unavailable while something of the person may still be served: a repeat
 * waits for the same
 */
export async function actOnPerson(deps: PeopleDeps, operator: ActingOperator, input: PersonAct): Promise<ActOutcome> {
  const { act, userId } = input;
  requireRight(operator, PERSON_ACT_RIGHTS[act]);
  const isOwnSignOut = operator.id === userId && act === 'sign_out';
  const person = await (isOwnSignOut ? deps.auth.listedPerson(userId) : deps.auth.personActedOn(operator, userId));
  if (!person) throw new AppError('not_found', { field: 'person', reason: 'no_such_person' });
  const reason = whyImpossible(person, act);
  if (reason !== null) throw new AppError('failed_precondition', { field: 'person', reason });
  if (isWayIn(act)) {
    if (act === 'confirm') return confirmWayIn(deps, operator, { ...input, askId: input.askId ?? '' });
    if (act === 'refuse') return refuseWayIn(deps, operator, { ...input, askId: input.askId ?? '' });
    return beginWayIn(deps, operator, { ...input, kind: DESK_KINDS[act] });
  }
  const work = await workOf(deps, operator, { ...input, act, accountName: person.name });
  if (work.isDone) return { link: null, isAsked: false };
  await deps.documents.recordAct(operator, {
    act: NOTES[act],
    subject: 'people',
    note: `${userId}: ${work.what}${input.reason}`,
  });
  await work.run();
  return { link: null, isAsked: false };
}

/** The act, checked, and the words about it in the log. */
async function workOf(
  { auth, membership, clock, drive, share }: PeopleDeps,
  operator: ActingOperator,
  input: PersonAct & { readonly act: Exclude<PersonActKind, WayInAct>; readonly accountName: string },
): Promise<{ what: string; run(): Promise<unknown>; isDone?: boolean }> {
  const { act, userId, reason, key } = input;
  const actor = { id: operator.id, name: operator.name };
  switch (act) {
    case 'block':
      return { what: '', run: () => auth.blockPerson(userId, reason) };
    case 'unblock':
      return { what: '', run: () => auth.unblockPerson(userId) };
    case 'sign_out':
      return { what: '', run: () => auth.signOutPerson(userId) };
    case 'reset_name': {
      const name = await share.publicName(userId);
      return {
        what: name === '' ? '' : `${name}: `,
        run: async () => {
          await share.resetSender(userId, input.accountName);
          await drive.notifyPerson(userId, { id: `name-reset-${key}`, kind: 'name-reset', data: {} });
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
    case 'quota': {
      const nowMs = clock.nowMs();
      const ledger = await membership.ledgerOf(userId);
      const isDone = isRepeatOf(input, ledger);
      const item = quotaItem(input, ledger, nowMs);
      const granted = { source: 'operator' as const, key, product: '', item, startsMs: nowMs, reason, actor };
      return { what: `${quotaText(input)}: `, run: () => membership.grant(userId, granted), isDone };
    }
    case 'group': {
      const { group = '' } = input;
      const [{ groups }, ledger] = await Promise.all([membership.groups(), membership.ledgerOf(userId)]);
      const isDone = isRepeatOf(input, ledger) || groupAt(ledger.timeline, clock.nowMs()) === group;
      const found = groups.find(({ id }) => id === group);
      if (group !== '' && !found) throw new AppError('not_found', { field: 'group', reason: 'no_such_group' });
      const item = { type: 'group' as const, group, months: 0, days: 0 };
      const granted = { source: 'operator' as const, key, product: '', item, startsMs: null, reason, actor };
      return { what: `${group || 'none'}: `, run: () => membership.grant(userId, granted), isDone };
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
  operator: ActingOperator,
  { reason, ...address }: { email?: string; phone?: string; reason: string },
): Promise<PersonLink> {
  requireRight(operator, 'help');
  const link = await auth.signUpLink(address);
  await documents.recordAct(operator, { act: 'person_invited', subject: 'people', note: `${link.to}: ${reason}` });
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
  { auth, documents, onLinkWithdrawn }: PeopleDeps,
  operator: ActingOperator,
  { linkId, reason }: { linkId: string; reason: string },
): Promise<GivenLink> {
  requireRight(operator, 'help');
  const link = await auth.givenLink(linkId);
  if (!link) throw new AppError('not_found', { field: 'link', reason: 'no_such_link' });
  if (link.withdrawnMs !== 0) {
    await onLinkWithdrawn?.(linkId);
    return link;
  }
  const whose = link.userId === '' ? '' : `${link.userId}: `;
  await documents.recordAct(operator, {
    act: 'person_link_withdrawn',
    subject: 'people',
    note: `${whose}${link.to}: ${reason}`,
  });
  await auth.withdrawLink(linkId);
  await onLinkWithdrawn?.(linkId);
  return link;
}
