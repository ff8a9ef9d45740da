/** People as operators find and see them: the list is a copy that events of accounts keep; one person is read from the objects. */
import { AppError, isAppError, unwrap } from '#shared/errors.ts';
import { asUserId, isWireId, type UserId } from '#shared/ids.ts';
import { mailAddressIn } from '#shared/intake/mail.ts';
import { membershipAt } from '#shared/membership/fold.ts';
import type { PersonGroup } from '#shared/membership/groups.ts';
import { type AmountSpan, groupAt, quotaAt } from '#shared/membership/timeline.ts';
import type { PeopleOrder } from '#shared/ops/people.ts';
import type { Clock } from '#worker/platform/clock.ts';
import type { Database } from '#worker/platform/d1/database.ts';
import type { AuthService, DeskAccount } from '#worker/services/auth/index.ts';
import type { ConfigService } from '#worker/services/config/index.ts';
import type { DeskSpace, DriveService } from '#worker/services/drive/service.ts';
import type { Ledger, MembershipService } from '#worker/services/membership/service.ts';
import type { ShareService } from '#worker/services/share/index.ts';
import type { DeskObjects } from '../desk/desk-part.ts';
import type { CaseSummary } from '../reports/model.ts';
import { reportsOf } from '../reports/part.ts';
import {
  deleteNotNoted,
  FIRST_PLACE,
  type GroupSum,
  type MeasuredPerson,
  putGone,
  putPerson,
  selectById,
  selectPeople,
  sumGroups,
} from './people.store.ts';
import { searchTerms } from './people-search.store.ts';

export interface PeopleDeps extends DeskObjects {
  readonly admin: Database;
  readonly auth: Pick<
    AuthService,
    | 'deskAccount'
    | 'listedPerson'
    | 'personActedOn'
    | 'personOfObject'
    | 'findPerson'
    | 'blockPerson'
    | 'unblockPerson'
    | 'signOutPerson'
    | 'prepareDeskAct'
    | 'beginDeskAct'
    | 'askedDeskAct'
    | 'confirmDeskAct'
    | 'endDeskAct'
    | 'deletePerson'
    | 'keepPerson'
    | 'signUpLink'
    | 'sameSignUpLink'
    | 'storeLink'
    | 'givenLinks'
    | 'givenLink'
    | 'withdrawLink'
    | 'linkOfAccount'
    | 'setRole'
    | 'profile'
  >;
  readonly membership: Pick<MembershipService, 'ledgerOf' | 'grant' | 'reverse' | 'groups'>;
  readonly drive: Pick<DriveService, 'deskSpace' | 'notifyPerson'>;
  readonly share: Pick<ShareService, 'linkSums' | 'publicName' | 'resetSender'>;
  readonly documents: Pick<ConfigService, 'recordAct' | 'log' | 'hadOperator' | 'recordFirstOperator'>;
  readonly clock: Clock;
  /** After a link was withdrawn, and again at each repeat. */
  readonly onLinkWithdrawn?: (linkId: string) => Promise<void>;
}

const PAGE = 50;
/** The ordinal of the last one of a page; with the largest first its bytes before it. */
const TOKEN = /^(?:(\d{1,16})-)?(\d{1,16})$/;
/** Cases of one person that are shown. */
const SHOWN_CASES = 20;
/** Accounts read at a time by a rebuild. */
const READ_AT_ONCE = 20;

export interface PeoplePage {
  readonly people: readonly MeasuredPerson[];
  /** '' at the end. */
  readonly nextPageToken: string;
}

export interface ListQuery {
  /** Words in any order, each a part of a name, an address, a number or an id; of fewer than three characters the beginning; '' for everyone. */
  readonly term: string;
  /** Of the account; '' for every one. */
  readonly status: string;
  /** Id of a group; '' for everyone. */
  readonly group: string;
  readonly order: PeopleOrder;
  readonly pageToken: string;
}

/**
 * The list may be a moment older than the accounts, and an hour or more older than their storage (measure.ts).
 * @throws AppError invalid_argument for a page token that is none
 */
export async function listPeople(
  { admin }: Pick<PeopleDeps, 'admin'>,
  { term, pageToken, ...query }: ListQuery,
): Promise<PeoplePage> {
  const [, used, ordinal] = TOKEN.exec(pageToken) ?? [];
  const isToken = pageToken === '' || (ordinal !== undefined && (query.order === 'newest' || used !== undefined));
  if (!isToken) throw new AppError('invalid_argument', { field: 'page_token', reason: 'format' });
  const before = pageToken === '' ? FIRST_PLACE : { ordinal: Number(ordinal), usedBytes: Number(used ?? 0) };
  const { people, last } = await selectPeople(admin, {
    ...query,
    terms: searchTerms(mailAddressIn(term)),
    before,
    limit: PAGE,
  });
  if (last === null || people.length < PAGE) return { people, nextPageToken: '' };
  return {
    people,
    nextPageToken: query.order === 'newest' ? String(last.ordinal) : `${last.usedBytes}-${last.ordinal}`,
  };
}

/** Those of the list, in the order of their ids. */
export async function peopleOf(
  { admin }: Pick<PeopleDeps, 'admin'>,
  userIds: readonly UserId[],
): Promise<MeasuredPerson[]> {
  const found = await selectById(admin, userIds);
  return userIds.flatMap((userId) => found.get(userId) ?? []);
}

/** Every group of the document, and those that only people are in any more. It reads an entry of an index for each person in a group. */
export async function groupSums({
  admin,
  membership,
}: Pick<PeopleDeps, 'admin' | 'membership'>): Promise<(PersonGroup & GroupSum)[]> {
  const [{ groups }, sums] = await Promise.all([membership.groups(), sumGroups(admin)]);
  const others = [...sums.keys()].filter((id) => !groups.some((group) => group.id === id)).map(unknownGroup);
  return [...groups, ...others].map((group) => ({ ...group, ...(sums.get(group.id) ?? { people: 0, usedBytes: 0 }) }));
}

/** A person by address, number or name, exactly as the account has it, or by id. @throws AppError not_found */
export async function requirePerson({ auth }: Pick<PeopleDeps, 'auth'>, person: string): Promise<UserId> {
  try {
    return await auth.findPerson(person);
  } catch (error) {
    if (!isAppError(error) || error.errorName !== 'not_found' || !isWireId(person)) throw error;
  }
  const userId = asUserId(person);
  if (!(await auth.listedPerson(userId))) throw new AppError('not_found', { reason: 'no_such_person' });
  return userId;
}

/** One person, as the objects have them now. */
export interface DeskPerson {
  readonly account: DeskAccount;
  /** Null for an account that is not blocked. */
  readonly block: { readonly atMs: number; readonly reason: string } | null;
  /** Null for a drive that was never used. */
  readonly space: DeskSpace | null;
  readonly ledger: Ledger;
  /** Storage that an operator set, in force now. */
  readonly quota: AmountSpan | null;
  /** The group of the person; null for none. One that is not in the document any more has its id for a name. */
  readonly group: PersonGroup | null;
  readonly isPremium: boolean;
  /** 0: there never was any premium. */
  readonly premiumEndsMs: number;
  /** By which strangers know the person; '' for a masked one. */
  readonly publicName: string;
  readonly links: number;
  readonly directLinks: number;
  /** Newest first. */
  readonly cases: readonly CaseSummary[];
}

const unknownGroup = (id: string): PersonGroup => ({ id, name: id, mailDomains: [] });

/** Null without an account, and for one that was deleted. */
export async function personOf(deps: PeopleDeps, userId: UserId): Promise<DeskPerson | null> {
  const account = await deps.auth.deskAccount(userId);
  if (!account) return null;
  const [block, space, ledger, links, cases, publicName, { groups }] = await Promise.all([
    account.status === 'BLOCKED' ? blockOf(deps, userId) : null,
    deps.drive.deskSpace(userId),
    deps.membership.ledgerOf(userId),
    deps.share.linkSums(userId),
    reportsOf(deps).casesOf(userId, SHOWN_CASES),
    deps.share.publicName(userId),
    deps.membership.groups(),
  ]);
  const nowMs = deps.clock.nowMs();
  const { status, expiresMs } = membershipAt(ledger.timeline, nowMs);
  const groupId = groupAt(ledger.timeline, nowMs);
  return {
    account,
    block,
    space,
    ledger,
    quota: quotaAt(ledger.timeline, nowMs),
    group: groupId === '' ? null : (groups.find(({ id }) => id === groupId) ?? unknownGroup(groupId)),
    publicName,
    ...links,
    cases: unwrap(cases) as CaseSummary[],
    isPremium: status === 'ok',
    premiumEndsMs: expiresMs,
  };
}

/** The last block, as the log has it. */
async function blockOf({ documents }: PeopleDeps, userId: UserId): Promise<DeskPerson['block']> {
  const note = `${userId}: `;
  const about = { act: 'person_blocked', note } as const;
  const [act] = await documents.log({ name: 'people', about, before: 0, limit: 1 });
  return act ? { atMs: act.atMs, reason: act.note.slice(note.length) } : null;
}

type NoteDeps = Pick<PeopleDeps, 'admin' | 'clock'> & { readonly auth: Pick<AuthService, 'listedPerson'> };

/** Reads an account and copies it into the list. Repeating it changes nothing. */
export async function recordPerson({ admin, auth, clock }: NoteDeps, userId: string): Promise<void> {
  const person = await auth.listedPerson(userId);
  const nowMs = clock.nowMs();
  await admin.batch([person ? putPerson(person, nowMs, false) : putGone(userId, nowMs)]);
}

/** A part of a rebuild: the accounts with these ids are copied, whatever the list has. @returns how many have an account */
export async function rebuildPeople({ admin, auth, clock }: NoteDeps, userIds: readonly string[]): Promise<number> {
  let found = 0;
  for (let first = 0; first < userIds.length; first += READ_AT_ONCE) {
    const some = userIds.slice(first, first + READ_AT_ONCE);
    const people = await Promise.all(some.map((userId) => auth.listedPerson(userId)));
    const known = people.filter((person) => person !== null);
    found += known.length;
    if (known.length > 0) await admin.batch(known.map((person) => putPerson(person, clock.nowMs(), true)));
  }
  return found;
}

/** As `rebuildPeople`, with the ids of the objects: elsewhere than on one machine there is no list of names. */
export async function rebuildFromObjects(
  deps: NoteDeps & { readonly auth: Pick<AuthService, 'personOfObject'> },
  objectIds: readonly string[],
): Promise<number> {
  let found = 0;
  for (let first = 0; first < objectIds.length; first += READ_AT_ONCE) {
    const some = objectIds.slice(first, first + READ_AT_ONCE);
    const people = await Promise.all(some.map((objectId) => deps.auth.personOfObject(objectId)));
    found += await rebuildPeople(
      deps,
      people.filter((userId) => userId !== null),
    );
  }
  return found;
}

/** The end of a rebuild. @returns how many left the list, because it did not find their accounts */
export function endRebuild({ admin }: Pick<PeopleDeps, 'admin'>, startedMs: number): Promise<number> {
  return deleteNotNoted(admin, startedMs);
}
