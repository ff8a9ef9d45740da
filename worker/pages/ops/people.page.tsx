/** `/ops/people`: search, and with `?person=` one person with the acts on the account. Each form is one act in the log, noted before it takes effect. */
import type { Context } from 'hono';
import { actorName } from '#client/ops/acts.view.tsx';
import type { ShownPastLink } from '#client/ops/people/past-links.view.tsx';
import { PeopleView } from '#client/ops/people/people.view.tsx';
import { PersonView } from '#client/ops/people/person.view.tsx';
import type { SentAct } from '#client/ops/people/person-acts.view.tsx';
import { LINKS_PART, type WaitingLink } from '#client/ops/people/waiting-links.view.tsx';
import { AppError } from '#shared/errors.ts';
import { asUserId, isWireId } from '#shared/ids.ts';
import { mailAddressIn } from '#shared/intake/mail.ts';
import { MAX_PASTED_CHARS } from '#shared/intake/plain-text.ts';
import { FOR_EVER_MS } from '#shared/membership/timeline.ts';
import { hasRight } from '#shared/operator-rights.ts';
import { readEnd } from '#shared/ops/end-time.ts';
import { readGigabytes } from '#shared/ops/gigabytes.ts';
import { PERSON_ACTS, PERSON_FILTERS } from '#shared/ops/people.ts';
import { href } from '#shared/routes.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { logError } from '#worker/platform/log.ts';
import type { GivenLink, HandedLink, PastLink, PersonLink } from '#worker/services/auth/index.ts';
import { readForm, type SentForm, seeOther } from '../render/form.ts';
import type { PageDeps } from '../services.ts';
import { deskPage } from './desk.tsx';
import { countOf, deskEntries, deskRefusal, reasonOf } from './desk-form.ts';
import type { Operator } from './operator.ts';

const HERE = href('ops.document', { document: 'people' });
const REPORTS = href('ops.document', { document: 'reports' });
const TERM_CHARS = 200;
const KEY = /^[0-9a-f]{16,64}$/;

/** Sentences about fields of the forms. */
const FIELDS: Readonly<Record<string, string>> = {
  'ends: out_of_range': 'Choose an end that is to come, at most ten years away.',
  'ends: format': 'Give the end as a day and, if you like, a time of it: 2027-12-31, 18:00.',
  'gib: out_of_range': 'Storage is a whole number of GB, from 1 to 1,048,576.',
  'quota: format': 'Storage is a number of GB with at most three decimals, such as 50 or 1.5, up to 1,048,576.',
  'gib: format': 'Storage is a whole number of GB, from 1 to 1,048,576.',
};

function refusalOf(c: Context<AppEnv>, error: unknown): string {
  const { field, reason } = asAppError(error).detail ?? {};
  return FIELDS[`${field}: ${reason}`] ?? deskRefusal(c, error);
}

function personHref(userId: string, done = false): string {
  return `${HERE}?${new URLSearchParams({ person: userId, ...(done ? { done: '1' } : {}) })}`;
}

export function peoplePage(c: Context<AppEnv>, deps: PageDeps, operator: Operator): Promise<Response> {
  const userId = c.req.query('person') ?? '';
  return userId === '' ? showPeople(c, deps, operator) : showPerson(c, deps, operator, userId);
}

/** @param shown.link  of the form that was just sent: it is shown this one time */
async function showPeople(
  c: Context<AppEnv>,
  deps: PageDeps,
  operator: Operator,
  { refusal = '', link = null }: { refusal?: string; link?: PersonLink | null } = {},
): Promise<Response> {
  const term = (c.req.query('q') ?? '').trim().slice(0, TERM_CHARS);
  const status = PERSON_FILTERS.find((each) => each === c.req.query('status')) ?? '';
  const pageToken = c.req.query('page_token') ?? '';
  const mayHelp = hasRight(operator.role, 'help');
  const isStart = term === '' && status === '' && pageToken === '';
  const [{ people, nextPageToken }, given] = await Promise.all([
    pageOf(deps, { term, status, pageToken }),
    isStart && mayHelp ? givenLinks(c, deps) : undefined,
  ]);
  const next = new URLSearchParams({ q: term, status, page_token: nextPageToken });
  return deskPage(
    c,
    { title: 'People', section: HERE, operator, ...(refusal === '' ? {} : { status: 400 }) },
    <PeopleView
      here={HERE}
      term={term}
      status={status}
      people={people.map((person) => ({ ...person, href: personHref(person.userId) }))}
      nextHref={nextPageToken && `${HERE}?${next}`}
      refusal={refusal}
      done={refusal === '' && c.req.query('done') !== undefined}
      mayInvite={mayHelp}
      link={link}
      given={given}
    />,
  );
}

/** Links that operators gave; null when they cannot be read: the list of people is shown all the same. */
async function givenLinks(c: Context<AppEnv>, { ops }: PageDeps) {
  const before = Number(/^\d{1,15}$/.exec(c.req.query('links_before') ?? '')?.[0] ?? 0);
  try {
    const { links, past, next } = await ops.listLinks(before);
    return {
      links: links.map(shownLink),
      past: past.map(shownPast),
      nextHref: next === 0 ? '' : `${HERE}?links_before=${next}#${LINKS_PART}`,
    };
  } catch (error) {
    logError('ops.given-links', error);
    return null;
  }
}

function shownLink({ id, to, userId, by, reason, madeMs, untilMs }: GivenLink): WaitingLink {
  return { id, to, by: actorName(by), reason, madeMs, untilMs, personHref: userId && personHref(userId) };
}

function shownPast({ link, outcome, atMs, userId }: PastLink): ShownPastLink {
  const { id, to, by, reason, madeMs } = link;
  const person = userId || link.userId;
  const about = { id, to, by: actorName(by), reason, madeMs, personHref: person && personHref(person) };
  return { ...about, isReset: link.userId !== '', outcome, atMs };
}

/** A page token that is none leads to the first page. */
async function pageOf({ ops }: PageDeps, query: { term: string; status: string; pageToken: string }) {
  try {
    return await ops.listPeople(query);
  } catch (error) {
    if (asAppError(error).errorName !== 'invalid_argument') throw error;
    return ops.listPeople({ ...query, pageToken: '' });
  }
}

async function showPerson(
  c: Context<AppEnv>,
  { ops, mail, membership }: PageDeps,
  operator: Operator,
  userId: string,
  {
    refusal = '',
    link = null,
    sent = null,
  }: { refusal?: string; link?: HandedLink | null; sent?: SentAct | null } = {},
): Promise<Response> {
  const person = isWireId(userId) ? await ops.personOf(asUserId(userId)) : null;
  if (!person) throw new AppError('not_found');
  const { ledger, cases, quota, ...facts } = person;
  const [plans, { groups }] = await Promise.all([membership.plans(), membership.groups()]);
  return deskPage(
    c,
    { title: 'Person', section: HERE, operator, status: refusal === '' ? 200 : 400 },
    <PersonView
      here={HERE}
      {...facts}
      quota={quota && { ...quota, endMs: quota.endMs === FOR_EVER_MS ? null : quota.endMs }}
      groups={groups}
      freeBytes={plans.free.storageBytes}
      role={operator.role}
      entries={deskEntries(ledger)}
      cases={cases.map((each) => ({ ...each, href: `${REPORTS}?${new URLSearchParams({ case: each.shareId })}` }))}
      isOwn={operator.id === userId}
      operatorId={operator.id}
      codes={(facts.account.email !== '' && mail.ready) || (facts.account.phone !== '' && mail.textReady)}
      link={link && { ...link, isHere: link.url.includes(href('account.factors')) }}
      sent={sent}
      formKey={newHexId()}
      refusal={refusal}
      done={refusal === '' && c.req.query('done') !== undefined}
    />,
  );
}

export async function peoplePost(c: Context<AppEnv>, deps: PageDeps, operator: Operator): Promise<Response> {
  const form = await readForm(c, deps);
  if (form.get('step') === 'invite') return invitePost(c, deps, operator, form);
  if (form.get('step') === 'withdraw') return withdrawPost(c, deps, operator, form);
  const userId = form.field('person', 64);
  if (!isWireId(userId)) throw new AppError('not_found');
  try {
    const { link } = await deps.ops.actOnPerson(operator, { ...actOf(form), userId: asUserId(userId) });
    return link ? await showPerson(c, deps, operator, userId, { link }) : seeOther(personHref(userId, true));
  } catch (error) {
    const { errorName, detail } = asAppError(error);
    if (errorName === 'not_found' && detail?.reason !== 'no_such_act') throw error;
    const sent = {
      act: form.get('step') ?? '',
      reason: form.get('reason') ?? '',
      ends: form.get('ends') ?? '',
      at: form.get('at') ?? '',
      gib: form.get('gib') ?? '',
      gb: form.get('gb') ?? '',
      group: form.get('group') ?? '',
    };
    return showPerson(c, deps, operator, userId, { refusal: refusalOf(c, error), sent });
  }
}

async function invitePost(c: Context<AppEnv>, deps: PageDeps, operator: Operator, form: SentForm): Promise<Response> {
  const address = mailAddressIn(form.field('address', MAX_PASTED_CHARS));
  const to = address.includes('@') ? { email: address } : { phone: address };
  try {
    const link = await deps.ops.invitePerson(operator, { ...to, reason: reasonOf(form) });
    return await showPeople(c, deps, operator, { link });
  } catch (error) {
    return showPeople(c, deps, operator, { refusal: refusalOf(c, error) });
  }
}

async function withdrawPost(c: Context<AppEnv>, deps: PageDeps, operator: Operator, form: SentForm): Promise<Response> {
  try {
    await deps.ops.withdrawLink(operator, { linkId: form.field('link', 64), reason: reasonOf(form) });
    return seeOther(`${HERE}?done=1`);
  } catch (error) {
    return showPeople(c, deps, operator, { refusal: refusalOf(c, error) });
  }
}

/** @throws AppError invalid_argument */
function actOf(form: SentForm) {
  const invalid = (field: string, reason = 'format') => new AppError('invalid_argument', { field, reason });
  const act = PERSON_ACTS.find((each) => each === form.get('step'));
  if (!act) throw invalid('step');
  // The forms about something that is there send no key: it has one.
  const hasKey = act === 'take_back' || act === 'confirm' || act === 'refuse';
  const key = hasKey ? newHexId() : form.field('key', 64);
  if (!KEY.test(key)) throw invalid('key');
  const [day, at] = [form.field('ends', 10).trim(), form.field('at', 8).trim()];
  const endsMs = day === '' ? 0 : readEnd(at === '' ? day : `${day}T${at}`);
  if (endsMs === null) throw invalid('ends');
  const more = { reason: reasonOf(form), endsMs, entryId: form.field('entry', 64), askId: form.field('ask', 64) };
  if (act === 'group') return { act, key, ...more, group: form.field('group', 64) };
  if (act !== 'quota') return { act, key, ...more, gib: countOf(form, 'gib') };
  const bytes = form.get('amount') === 'plan' ? null : readGigabytes(form.field('gb', 16));
  if (bytes === null && form.get('amount') !== 'plan') throw invalid('quota');
  // The amount of group and plan has no end of its own.
  return { act, key, ...more, endsMs: bytes === null ? 0 : endsMs, bytes, seen: form.field('seen', 64) };
}
