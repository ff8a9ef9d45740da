/** Calls of the command line about people, `/_internal/people/*`. edge/internal.ts has authorised the caller. */
import type { Hono } from 'hono';
import * as v from 'valibot';
import { DESK_ACT_NAMES } from '#shared/auth/desk-acts.ts';
import { LINK_OUTCOMES } from '#shared/auth/link-outcomes.ts';
import { AppError, isAppError } from '#shared/errors.ts';
import type { UserId } from '#shared/ids.ts';
import { GROUP_ID_CHARS } from '#shared/membership/ledger.ts';
import { FOR_EVER_MS } from '#shared/membership/timeline.ts';
import { OPERATOR_ROLES } from '#shared/operator-rights.ts';
import { MANY_ACTS, MOST_PEOPLE_AT_ONCE, PEOPLE_ORDERS, PERSON_ACTS, PERSON_FILTERS } from '#shared/ops/people.ts';
import { operatorRefusal } from '#shared/ops/refusals.ts';
import { bindVerbs, consoleActor, readConsoleBody, type Verbs } from '#worker/platform/console/console-verbs.ts';
import { type AppEnv, makeRouter } from '#worker/platform/http.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { GivenLink, HandedLink, ListedPerson, PastLink } from '#worker/services/auth/index.ts';
import type { ActingOperator } from '#worker/services/config/index.ts';
import { actOnPerson, invitePerson, listLinks, withdrawLink } from './acts.ts';
import { actOnPeople } from './many.ts';
import { setOperator } from './operators.ts';
import {
  endRebuild,
  groupSums,
  listPeople,
  type PeopleDeps,
  personOf,
  rebuildFromObjects,
  rebuildPeople,
  requirePerson,
} from './people.ts';

/** Ids in one part of a rebuild. */
const REBUILT_IDS = 500;
/** Each is two calls of objects, and a request may make 1,000. */
const REBUILT_OBJECTS = 200;

const LINK_ID = /^[0-9a-f]{32}$/;
const text = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200));
const group = v.pipe(v.string(), v.maxLength(GROUP_ID_CHARS));
const moment = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const role = v.strictObject({
  person: text,
  role: v.picklist(['', ...OPERATOR_ROLES]),
  reason: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(500)), ''),
});

const schemas = {
  find: v.object({
    term: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), ''),
    status: v.optional(v.picklist(['', ...PERSON_FILTERS]), ''),
    group: v.optional(group, ''),
    order: v.optional(v.picklist(PEOPLE_ORDERS), 'newest'),
    page_token: v.optional(v.string(), ''),
  }),
  show: v.object({ person: text }),
  act: v.object({
    person: text,
    act: v.picklist(PERSON_ACTS),
    reason: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500)),
    ends: v.optional(v.pipe(v.string(), v.isoTimestamp())),
    gib: v.optional(v.pipe(v.number(), v.safeInteger())),
    bytes: v.optional(v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0)))),
    group: v.optional(group),
    entry: v.optional(text),
    /** Of what another operator asked for, or what waits. */
    ask: v.optional(text),
  }),
  many: v.object({
    people: v.pipe(v.array(text), v.minLength(1), v.maxLength(MOST_PEOPLE_AT_ONCE)),
    act: v.picklist(MANY_ACTS),
    reason: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500)),
    /** A repeat with the same one does nothing twice. */
    key: v.pipe(v.string(), v.regex(LINK_ID)),
    ends: v.optional(v.pipe(v.string(), v.isoTimestamp())),
    bytes: v.optional(v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0)))),
    group: v.optional(group),
  }),
  groups: v.object({}),
  invite: v.object({
    address: v.pipe(text, v.maxLength(320)),
    reason: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500)),
  }),
  links: v.object({ before: v.optional(moment, 0) }),
  withdraw: v.object({
    link: v.pipe(v.string(), v.regex(LINK_ID)),
    reason: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500)),
  }),
  rebuild: v.object({ ids: v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.maxLength(REBUILT_IDS)) }),
  'rebuild-objects': v.object({
    objects: v.pipe(v.array(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))), v.maxLength(REBUILT_OBJECTS)),
  }),
  'rebuild-begin': v.object({}),
  'rebuild-end': v.object({ started: moment }),
} as const;

const time = (ms: number): string => (ms === 0 ? '' : new Date(ms).toISOString());

const shownLink = ({ url, untilMs }: HandedLink) => ({ link: url, until: time(untilMs) });

function waitingLink({ id, to, userId, by, reason, madeMs, untilMs }: GivenLink): object {
  return {
    id,
    to,
    person: userId,
    reason,
    made: time(madeMs),
    until: time(untilMs),
    opens: userId === '' ? 'a new account' : 'a new password',
    by: by.via === 'console' ? 'the console' : by.name || by.id,
  };
}

/** @param past.userId  '' unless the account is the outcome of the link */
function pastLink({ link, outcome, atMs, userId }: PastLink): object {
  return { ...waitingLink(link), person: userId || link.userId, outcome: LINK_OUTCOMES[outcome], at: time(atMs) };
}

function rowOf({ userId, name, email, phone, status, held, role, createdMs, endsMs }: ListedPerson): object {
  return { id: userId, name, email, phone, status, held, role, created: time(createdMs), ends: time(endsMs) };
}

/** The id that a person has, or the refusal of a press for the person. */
async function idOf(deps: PeopleDeps, person: string): Promise<{ person: string; id?: UserId; error?: AppError }> {
  try {
    return { person, id: await requirePerson(deps, person) };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { person, error };
  }
}

async function actOnNamed(
  deps: PeopleDeps,
  by: ActingOperator,
  { people, act, reason, key, ends, bytes, group: groupId }: v.InferOutput<typeof schemas.many>,
): Promise<{ person: string; id: string; refusal: string }[]> {
  const found = await Promise.all(people.map((person) => idOf(deps, person)));
  const userIds = found.flatMap(({ id }) => id ?? []);
  const given = {
    ...(ends === undefined ? {} : { endsMs: Date.parse(ends) }),
    ...(bytes === undefined ? {} : { bytes }),
    ...(groupId === undefined ? {} : { group: groupId }),
  };
  const outcomes = userIds.length === 0 ? [] : await actOnPeople(deps, by, { act, userIds, reason, key, ...given });
  return found.map(({ person, id = '', error }) => {
    const refusal = error ?? outcomes.find(({ userId }) => userId === id)?.refusal;
    return { person, id, refusal: refusal ? (operatorRefusal(refusal.detail?.reason) ?? refusal.errorName) : '' };
  });
}

function makeVerbs(deps: PeopleDeps): Verbs<typeof schemas> {
  return {
    async find({ page_token, ...query }) {
      const { people, nextPageToken } = await listPeople(deps, { ...query, pageToken: page_token });
      const rows = people.map((person) => ({ ...rowOf(person), used: person.usedBytes, group: person.group }));
      return { people: rows, next_page_token: nextPageToken };
    },
    async groups() {
      const groups = await groupSums(deps);
      return { groups: groups.map(({ id, name, people, usedBytes }) => ({ id, name, people, used: usedBytes })) };
    },
    many: async (input, by) => ({ results: await actOnNamed(deps, by, input) }),
    async show({ person }) {
      const found = await personOf(deps, await requirePerson(deps, person));
      if (!found) throw new AppError('not_found', { reason: 'no_such_person' });
      const { account, space, isPremium, premiumEndsMs, publicName, links, directLinks, cases, quota, group } = found;
      return {
        ...rowOf(account),
        password_set: time(account.passwordMs),
        language: account.language,
        premium: isPremium,
        premium_ends: time(premiumEndsMs),
        space: space && {
          used: space.usageBytes,
          trash: space.trashBytes,
          versions: space.versionBytes,
          reserved: space.reservedBytes,
          limit: space.limitBytes,
        },
        quota: quota && { bytes: quota.bytes, ends: quota.endMs === FOR_EVER_MS ? '' : time(quota.endMs) },
        group: group?.id ?? '',
        public_name: publicName,
        links,
        direct_links: directLinks,
        factors: account.factors.map(({ kind, addedMs }) => ({ kind, added: time(addedMs) })),
        recovery_codes: account.recoveryCodesLeft,
        acts: account.acts.map(({ id, kind, state, by, reason, atMs, dueMs, byLink }) => ({
          id,
          what: DESK_ACT_NAMES[kind],
          state,
          by: by.name || by.id,
          reason,
          at: time(atMs),
          due: time(dueMs),
          by_link: byLink,
        })),
        sessions: account.sessions.map(({ clientId, createdMs, usedMs }) => ({
          client: clientId,
          since: time(createdMs),
          used: time(usedMs),
        })),
        reports: cases.map(({ shareId, state, reports, judged, openedMs }) => ({
          link: shareId,
          state,
          reports,
          judged,
          opened: time(openedMs),
        })),
      };
    },
    async act({ person, act, reason, ends, gib, entry, bytes, group, ask }, by) {
      const userId = await requirePerson(deps, person);
      const { link, isAsked } = await actOnPerson(deps, by, {
        act,
        userId,
        reason,
        key: newHexId(),
        ...(ends === undefined ? {} : { endsMs: Date.parse(ends) }),
        ...(gib === undefined ? {} : { gib }),
        ...(bytes === undefined ? {} : { bytes }),
        ...(group === undefined ? {} : { group }),
        ...(entry === undefined ? {} : { entryId: entry }),
        ...(ask === undefined ? {} : { askId: ask }),
      });
      const end = act === 'premium' || act === 'storage' || act === 'quota' ? { ends } : {};
      return { id: userId, ...end, ...(link ? shownLink(link) : {}), ...(isAsked ? { asked: true } : {}) };
    },
    async invite({ address, reason }, by) {
      const to = address.includes('@') ? { email: address } : { phone: address };
      return shownLink(await invitePerson(deps, by, { ...to, reason }));
    },
    async links({ before }) {
      const { links, past, next } = await listLinks(deps, before);
      return { links: links.map(waitingLink), past: past.map(pastLink), next };
    },
    withdraw: async ({ link, reason }, by) => waitingLink(await withdrawLink(deps, by, { linkId: link, reason })),
    'rebuild-begin': async () => ({ started: deps.clock.nowMs() }),
    rebuild: async ({ ids }) => ({ found: await rebuildPeople(deps, ids) }),
    'rebuild-objects': async ({ objects }) => ({ found: await rebuildFromObjects(deps, objects) }),
    async 'rebuild-end'({ started }, by) {
      // A later moment would delete every entry.
      if (started > deps.clock.nowMs())
        throw new AppError('invalid_argument', { field: 'started', reason: 'out_of_range' });
      const removed = await endRebuild(deps, started);
      await deps.documents.recordAct(by, {
        act: 'people_listed',
        subject: 'people',
        note: `${removed} entries left the list`,
      });
      return { removed };
    },
  };
}

export function makePeopleConsole(deps: PeopleDeps): Hono<AppEnv> {
  const router = makeRouter();
  bindVerbs(router, 'people', schemas, makeVerbs(deps));
  router.post('/_internal/operator', async (c) => {
    await setOperator(deps, await readConsoleBody(c, role), consoleActor(c));
    return c.json({});
  });
  return router;
}
