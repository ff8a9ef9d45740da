/**
 * People who are invited by list: each line gets a link for a new account, by mail where this server sends mail. The list is in the log
 * and stored before the first link; a step works on some lines, and the next step goes on after any cut. The id of a letter is that of
 * its line, so that a repeat is the same letter.
 */
import { waitUntil } from 'cloudflare:workers';
import { AppError, isAppError } from '#shared/errors.ts';
import { asUserId } from '#shared/ids.ts';
import { DEFAULT_LOCALE, isLocale, type Locale } from '#shared/locale/tags.ts';
import { groupOfMail } from '#shared/membership/groups.ts';
import type { LedgerItem } from '#shared/membership/ledger.ts';
import { gigabytesOf } from '#shared/ops/gigabytes.ts';
import {
  LINE_STATE_NAMES,
  type LineState,
  MOST_LIST_CHARS,
  readInviteList,
  reportCsv,
} from '#shared/ops/invite-list.ts';
import { DAY_MS, MINUTE_MS } from '#shared/units.ts';
import { logError } from '#worker/platform/log.ts';
import type { PersonLink } from '#worker/services/auth/index.ts';
import type { Actor } from '#worker/services/config/index.ts';
import { reasonOf } from '#worker/services/mail/index.ts';
import { type MailService, sendNotice } from '#worker/services/mail/service.ts';
import { digestOf, requireSame } from '../asked.ts';
import type { PeopleDeps } from '../people/people.ts';
import * as store from './invites.store.ts';

export interface InviteDeps extends PeopleDeps {
  readonly mail: Pick<MailService, 'ready' | 'prepare' | 'deliver' | 'returned'>;
}

/** Lines of one step: each is five calls, and a request may make 1,000. */
const STEP_LINES = 100;
const AT_ONCE = 5;
/** A line whose work was cut off, or whose letter was refused, is taken again after so long. */
const AGAIN_MS = 5 * MINUTE_MS;
const MOST_TRIES = 6;
/** A letter that could not be sent for so long is dropped. */
const LETTER_TTL_MS = 2 * DAY_MS;
/** Why a letter was not sent, where the relay did not say it. */
const NOT_SENT = 'the letter was dropped, or the relay did not answer';
/** A list holds addresses of people who may not want an account. */
const LIST_TTL_MS = 60 * DAY_MS;
const SHOWN_LISTS = 20;
const SHOWN_LINES = 200;
const REPORT_LINES = 1_000;
/** An account of so long ago is not new. */
const NEW_MS = DAY_MS;

export interface ListInput {
  /** Of the form: a repeat is the same list. */
  readonly id: string;
  readonly text: string;
  readonly locale: string;
  /** Not empty. */
  readonly reason: string;
}

/**
 * Stores a list; `inviteNext` invites its lines.
 * @throws AppError invalid_argument for a text without lines or with too many; aborted for another list with the id
 */
export async function inviteList(
  deps: InviteDeps,
  operator: Actor,
  { id, text, locale, reason }: ListInput,
): Promise<void> {
  const tooLong = new AppError('invalid_argument', { field: 'list', reason: 'list_too_long' });
  if (text.length > MOST_LIST_CHARS) throw tooLong;
  const { groups } = await deps.membership.groups();
  const { lines, left } = readInviteList(text, groups);
  if (lines.length === 0) throw new AppError('invalid_argument', { field: 'list', reason: 'list_empty' });
  if (left > 0) throw tooLong;
  const asked = digestOf([text, locale, reason]);
  if (!(await store.selectList(deps.admin, id))) {
    const good = lines.filter(({ state }) => state === 'waits').length;
    const note = `${nameOf(id)}${good} of ${lines.length} lines: ${reason}`;
    await deps.documents.recordAct(operator, { act: 'people_invited', subject: 'people', note });
    const list = {
      id,
      madeMs: deps.clock.nowMs(),
      by: operator,
      reason,
      locale: isLocale(locale) ? locale : DEFAULT_LOCALE,
      lines: lines.length,
      asked,
    };
    await deps.admin.batch(store.insertList(list, lines));
  }
  // The one that was stored, of two that came at once.
  requireSame((await store.selectList(deps.admin, id))?.asked ?? '', asked);
}

/** Begins beside the request that stored a list; what is left, the schedule does. */
export function inviteSoon(deps: InviteDeps): void {
  waitUntil(inviteNext(deps).catch((error: unknown) => logError('ops.invite', error)));
}

/** A step of the schedule: invites the next lines of all lists. Where it is cut off, the next step goes on. */
export async function inviteNext(deps: InviteDeps): Promise<void> {
  const nowMs = deps.clock.nowMs();
  const claimed = await store.claimLines(deps.admin, {
    nowMs,
    againMs: nowMs - AGAIN_MS,
    mostTries: MOST_TRIES,
    limit: STEP_LINES,
  });
  const lists = new Map<string, store.StoredList | null>();
  for (const { listId } of claimed)
    if (!lists.has(listId)) lists.set(listId, await store.selectList(deps.admin, listId));
  for (let first = 0; first < claimed.length; first += AT_ONCE)
    await Promise.all(
      claimed.slice(first, first + AT_ONCE).map((line) => inviteLine(deps, line, lists.get(line.listId) ?? null)),
    );
}

/** Forgets old lists. */
export async function forgetInvites({ admin, clock }: Pick<InviteDeps, 'admin' | 'clock'>): Promise<void> {
  await store.deleteListsBefore(admin, clock.nowMs() - LIST_TTL_MS);
}

/** The lists name a withdrawn link no more as sent. */
export async function markWithdrawn(
  { admin, clock }: Pick<InviteDeps, 'admin' | 'clock'>,
  linkId: string,
): Promise<void> {
  await admin.batch([store.setWithdrawn(linkId, clock.nowMs())]);
}

/** The invitation of an address that still opens. One whose link was withdrawn has ended, and is marked so. */
async function openLine(
  { admin, auth, clock }: Pick<InviteDeps, 'admin' | 'auth' | 'clock'>,
  email: string,
  sinceMs: number,
): Promise<store.StoredLine | null> {
  for (;;) {
    const line = await store.selectOpen(admin, email, sinceMs);
    const link = line && (await auth.givenLink(line.linkId));
    if (!line || !link?.withdrawnMs) return line;
    await admin.batch([store.setLine(line, { state: 'withdrawn', why: '' }, clock.nowMs())]);
  }
}

async function inviteLine(deps: InviteDeps, line: store.StoredLine, list: store.StoredList | null): Promise<void> {
  const { admin, clock } = deps;
  const set = (to: Parameters<typeof store.setLine>[1]) => admin.batch([store.setLine(line, to, clock.nowMs())]);
  if (list === null) return;
  try {
    const open = await openLine(deps, line.email, clock.nowMs());
    if (!open && line.linkId !== '') return;
    if (open && (open.listId !== line.listId || open.line !== line.line)) {
      await set({ state: 'open', why: '' });
      return;
    }
    const link = open ? await linkOf(deps, open) : await newLink(deps, line, list);
    await set({ state: 'working', why: '', linkId: link.id, untilMs: link.untilMs });
    if (!deps.mail.ready) await set({ state: 'made', why: '' });
    else if (await sendLink(deps, { id: letterId(line), to: line.email, locale: list.locale, link }))
      await set({ state: 'mailed', why: '' });
    else await set({ state: 'unsent', why: (await deps.mail.returned(line.email))?.reason ?? NOT_SENT });
  } catch (error) {
    if (isAppError(error) && error.errorName === 'already_exists') await set({ state: 'there', why: '' });
    else if (isAppError(error) && error.errorName === 'invalid_argument')
      await set({ state: 'wrong', why: 'no mail address' });
    else {
      logError('ops.invite', error, { line: letterId(line) });
      await set({ state: 'unsent', why: reasonOf(error) });
    }
  }
}

const letterId = ({ listId, line }: Pick<store.StoredLine, 'listId' | 'line'>): string => `invite-${listId}-${line}`;

type SentLink = Pick<PersonLink, 'id' | 'url' | 'untilMs'>;

/** Begins the entry of a list in the log, and the reason of each of its links: the log has one entry for all of them. */
const nameOf = (listId: string): string => `list ${listId}: `;

/** The form proposes it; the person may write another one. */
const withName = (url: string, name: string): string =>
  name === '' ? url : `${url}&${new URLSearchParams({ name }).toString()}`;

/** Stored before it is sent: it can be withdrawn like any other. */
async function newLink(
  { auth }: InviteDeps,
  { email, name }: store.StoredLine,
  { id, by, reason }: store.StoredList,
): Promise<SentLink> {
  const link = await auth.signUpLink({ email });
  await auth.storeLink(link, { by, reason: `${nameOf(id)}${reason}` });
  return { ...link, url: withName(link.url, name) };
}

async function linkOf(
  { auth }: Pick<InviteDeps, 'auth'>,
  { email, name, linkId: id, untilMs }: store.StoredLine,
): Promise<SentLink> {
  return { id, untilMs, url: withName(await auth.sameSignUpLink(email, { id, untilMs }), name) };
}

/** @returns whether the mail was accepted. @throws Error where it was refused */
async function sendLink(
  { mail, clock }: Pick<InviteDeps, 'mail' | 'clock'>,
  { id, to, locale, link }: { id: string; to: string; locale: Locale; link: Pick<SentLink, 'url' | 'untilMs'> },
): Promise<boolean> {
  const { pathname, search } = new URL(link.url);
  return sendNotice(mail, id, {
    kind: 'account-invited',
    to,
    locale,
    path: `${pathname}${search}`,
    dateMs: link.untilMs,
    writtenMs: clock.nowMs(),
    lifeMs: LETTER_TTL_MS,
  });
}

export interface ShownList extends store.StoredList {
  readonly counts: Partial<Record<LineState, number>>;
}

/** The newest lists with the states of their lines. */
export async function inviteLists({ admin }: Pick<InviteDeps, 'admin'>): Promise<ShownList[]> {
  const lists = await store.selectLists(admin, SHOWN_LISTS);
  return Promise.all(lists.map(async (list) => ({ ...list, counts: await store.countLines(admin, list.id) })));
}

/** One list, and its first lines that need a look. Null for none. */
export async function inviteListOf(
  { admin }: Pick<InviteDeps, 'admin'>,
  id: string,
): Promise<(ShownList & { readonly wrong: readonly store.StoredLine[] }) | null> {
  const list = await store.selectList(admin, id);
  if (!list) return null;
  const [counts, wrong] = await Promise.all([
    store.countLines(admin, id),
    store.selectLines(admin, { listId: id, after: 0, limit: SHOWN_LINES, onlyWrong: true }),
  ]);
  return { ...list, counts, wrong };
}

/**
 * The report of every line as CSV.
 * @param withLinks  also the links that were made and not mailed: the caller notes that they were read
 */
export async function* inviteReport(
  deps: Pick<InviteDeps, 'admin' | 'auth'>,
  listId: string,
  withLinks: boolean,
): AsyncGenerator<string> {
  for (let after = 0, isFirst = true; ; isFirst = false) {
    const lines = await store.selectLines(deps.admin, { listId, after, limit: REPORT_LINES });
    const rows = await Promise.all(
      lines.map(async (line) => ({
        line: line.line,
        name: line.name,
        email: line.email,
        group: line.group,
        gigabytes: line.bytes === null ? '' : gigabytesOf(line.bytes),
        result: [LINE_STATE_NAMES[line.state], line.why].filter(Boolean).join(': '),
        link: withLinks && line.state === 'made' ? (await linkOf(deps, line)).url : '',
      })),
    );
    yield reportCsv(rows, isFirst);
    const last = lines.at(-1);
    if (!last || lines.length < REPORT_LINES) return;
    after = last.line;
  }
}

/** @throws AppError not_found */
export async function inviteLinks(deps: InviteDeps, operator: Actor, listId: string): Promise<AsyncGenerator<string>> {
  if (operator.via === 'api') throw new AppError('permission_denied', { field: 'list', reason: 'on_the_machine' });
  if (!(await store.selectList(deps.admin, listId)))
    throw new AppError('not_found', { field: 'list', reason: 'not_found' });
  await deps.documents.recordAct(operator, { act: 'invite_links_read', subject: 'people', note: `list ${listId}` });
  return inviteReport(deps, listId, true);
}

/**
 * Gives a new person what the invitation says, else the group of the mail domain. An address that only the link of an operator vouches for
 * is proven where the link went to it by mail; another link opens no invitation. Repeating it changes nothing.
 */
export async function welcomePerson(deps: InviteDeps, userId: string): Promise<void> {
  const person = await deps.auth.listedPerson(asUserId(userId));
  const nowMs = deps.clock.nowMs();
  if (!person || person.email === '' || nowMs - person.createdMs > NEW_MS) return;
  const email = person.email.toLowerCase();
  const [madeBy, open] = await Promise.all([
    deps.auth.linkOfAccount(asUserId(userId)),
    openLine(deps, email, person.createdMs),
  ]);
  const line = madeBy === null || madeBy.id === open?.linkId ? open : null;
  const isProven = madeBy === null || line?.state === 'mailed';
  const { groups } = await deps.membership.groups();
  const ofDomain = isProven ? (groupOfMail({ groups }, email)?.id ?? '') : '';
  const group = line?.group || ofDomain;
  const give = (key: string, item: LedgerItem, reason: string) =>
    deps.membership.grant(userId, {
      source: 'operator',
      key,
      product: '',
      item,
      startsMs: null,
      reason,
      actor: { id: '', name: '' },
    });
  const reason = line ? 'Invited' : 'Mail domain';
  // One key of a person each: an operator who changes it later is not undone.
  if (group !== '') await give('first-group', { type: 'group', group, months: 0, days: 0 }, reason);
  if (line?.bytes != null) await give('first-quota', { type: 'quota', bytes: line.bytes, months: 0, days: 0 }, reason);
  if (line) await deps.admin.batch([store.setLine(line, { state: 'joined', why: '' }, nowMs)]);
}
