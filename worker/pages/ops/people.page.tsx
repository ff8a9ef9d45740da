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
import { hasOffers } from '#shared/locale/messages.ts';
import { GROUP_ID_CHARS } from '#shared/membership/ledger.ts';
import { FOR_EVER_MS } from '#shared/membership/timeline.ts';
import { hasRight } from '#shared/operator-rights.ts';
import { PEOPLE_ORDERS, PERSON_FILTERS } from '#shared/ops/people.ts';
import { href } from '#shared/routes.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { logError } from '#worker/platform/log.ts';
import type { GivenLink, HandedLink, PastLink, PersonLink } from '#worker/services/auth/index.ts';
import { readForm, type SentForm, seeOther } from '../render/form.ts';
import type { PageDeps } from '../services.ts';
import { deskPage } from './desk.tsx';
import { deskEntries, reasonOf } from './desk-form.ts';
import { choosePost, manyPost, mayDoToMany, pressPage } from './many-people.tsx';
import type { Operator } from './operator.ts';
import { actOfForm, PEOPLE, personHref, personRefusal, sentOf } from './person-form.ts';

const REPORTS = href('ops.document', { document: 'reports' });
const TERM_CHARS = 200;

export function peoplePage(c: Context<AppEnv>, deps: PageDeps, operator: Operator): Promise<Response> {
  const userId = c.req.query('person') ?? '';
  const press = c.req.query('press') ?? '';
  if (press !== '') return pressPage(c, deps, operator, press);
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
  const order = PEOPLE_ORDERS.find((each) => each === c.req.query('order')) ?? PEOPLE_ORDERS[0];
  const group = (c.req.query('group') ?? '').slice(0, GROUP_ID_CHARS);
  const pageToken = c.req.query('page_token') ?? '';
  const mayHelp = hasRight(operator.role, 'help');
  const isStart = term === '' && status === '' && group === '' && pageToken === '';
  const [{ people, nextPageToken }, { groups }, given] = await Promise.all([
    pageOf(deps, { term, status, group, order, pageToken }),
    deps.membership.groups(),
    isStart && mayHelp ? givenLinks(c, deps) : undefined,
  ]);
  const addressOf = (more: Record<string, string>) => {
    const chosen = Object.entries({ q: term, status, group, order: order === 'newest' ? '' : order, ...more });
    return `${PEOPLE}?${new URLSearchParams(chosen.filter(([, value]) => value !== ''))}`;
  };
  const isAllChosen = c.req.query('all') !== undefined;
  return deskPage(
    c,
    { title: 'People', section: PEOPLE, operator, ...(refusal === '' ? {} : { status: 400 }) },
    <PeopleView
      here={PEOPLE}
      term={term}
      status={status}
      group={group}
      groups={groups}
      order={order}
      people={people.map((person) => ({ ...person, href: personHref(person.userId) }))}
      nextHref={nextPageToken && addressOf({ page_token: nextPageToken })}
      manyActs={mayDoToMany(operator)}
      isAllChosen={isAllChosen}
      pageHref={addressOf({ page_token: pageToken })}
      chooseHref={addressOf({ page_token: pageToken, all: isAllChosen ? '' : '1' })}
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
      nextHref: next === 0 ? '' : `${PEOPLE}?links_before=${next}#${LINKS_PART}`,
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
async function pageOf({ ops }: PageDeps, query: Parameters<PageDeps['ops']['listPeople']>[0]) {
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
    { title: 'Person', section: PEOPLE, operator, status: refusal === '' ? 200 : 400 },
    <PersonView
      here={PEOPLE}
      {...facts}
      quota={quota && { ...quota, endMs: quota.endMs === FOR_EVER_MS ? null : quota.endMs }}
      groups={groups}
      freeBytes={plans.free.storageBytes}
      role={operator.role}
      hasOffers={hasOffers()}
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
  if (form.get('step') === 'choose') return chosenPost(c, deps, operator, form);
  if (form.get('step') === 'many') return manyPost(c, deps, operator, form);
  const userId = form.field('person', 64);
  if (!isWireId(userId)) throw new AppError('not_found');
  try {
    const { link } = await deps.ops.actOnPerson(operator, { ...actOfForm(form), userId: asUserId(userId) });
    return link ? await showPerson(c, deps, operator, userId, { link }) : seeOther(personHref(userId, true));
  } catch (error) {
    const { errorName, detail } = asAppError(error);
    if (errorName === 'not_found' && detail?.reason !== 'no_such_act') throw error;
    const sent = sentOf(form, form.get('step') ?? '');
    return showPerson(c, deps, operator, userId, { refusal: personRefusal(c, error), sent });
  }
}

async function chosenPost(c: Context<AppEnv>, deps: PageDeps, operator: Operator, form: SentForm): Promise<Response> {
  try {
    return await choosePost(c, deps, operator, form);
  } catch (error) {
    return showPeople(c, deps, operator, { refusal: personRefusal(c, error) });
  }
}

async function invitePost(c: Context<AppEnv>, deps: PageDeps, operator: Operator, form: SentForm): Promise<Response> {
  const address = mailAddressIn(form.field('address', MAX_PASTED_CHARS));
  const to = address.includes('@') ? { email: address } : { phone: address };
  try {
    const link = await deps.ops.invitePerson(operator, { ...to, reason: reasonOf(form) });
    return await showPeople(c, deps, operator, { link });
  } catch (error) {
    return showPeople(c, deps, operator, { refusal: personRefusal(c, error) });
  }
}

async function withdrawPost(c: Context<AppEnv>, deps: PageDeps, operator: Operator, form: SentForm): Promise<Response> {
  try {
    await deps.ops.withdrawLink(operator, { linkId: form.field('link', 64), reason: reasonOf(form) });
    return seeOther(`${PEOPLE}?done=1`);
  } catch (error) {
    return showPeople(c, deps, operator, { refusal: personRefusal(c, error) });
  }
}
