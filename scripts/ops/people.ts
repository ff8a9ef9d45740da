/** `npm run ops -- people`: finds people, shows one, acts on an account with a reason, and makes the list of people anew. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Installation, openInstallation } from '#scripts/deploy/installation.ts';
import { Stop } from '#scripts/deploy/stop.ts';
import { makePeopleListAnew } from '#scripts/start/state/people-list.ts';
import { gigabytesText, readGigabytes } from '#shared/ops/gigabytes.ts';
import { type ManyAct, MOST_PEOPLE_AT_ONCE, PEOPLE_ORDERS, PERSON_FILTERS } from '#shared/ops/people.ts';
import { type Area, askServer } from './area.ts';
import { endOf, missing, oneOf, readCommand, UsageError, type VerbForm } from './arguments.ts';
import { rebuildFromObjects } from './people-cloudflare.ts';
import { isRemote } from './remote.ts';

/** Missing in an installation of an older version. */
interface Measured {
  readonly used?: number;
  readonly group?: string;
}

interface Row extends Measured {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly status: string;
  readonly held: string;
  readonly role: string;
  readonly created: string;
  readonly ends: string;
}

interface Person extends Row {
  readonly password_set: string;
  readonly language: string;
  readonly premium: boolean;
  readonly premium_ends: string;
  readonly space: Readonly<Record<'used' | 'trash' | 'versions' | 'reserved' | 'limit', number>> | null;
  /** Missing in an installation of an older version. */
  readonly quota?: { readonly bytes: number; readonly ends: string } | null;
  readonly links: number;
  /** Missing in an installation of an older version. */
  readonly public_name?: string;
  readonly direct_links: number;
  /** The next three are missing in an installation of an older version. */
  readonly factors?: readonly { readonly kind: string; readonly added: string }[];
  readonly recovery_codes?: number;
  readonly acts?: readonly (Readonly<Record<'id' | 'what' | 'state' | 'by' | 'reason' | 'at' | 'due', string>> & {
    readonly by_link: boolean;
  })[];
  readonly sessions: readonly { readonly client: string; readonly since: string; readonly used: string }[];
  readonly reports: readonly {
    readonly link: string;
    readonly state: string;
    readonly reports: number;
    readonly judged: string;
    readonly opened: string;
  }[];
}

/** Verb of the command -> the act, and the sentence after it. */
const ACTS: Readonly<Record<string, readonly [act: string, done: string]>> = {
  block: ['block', 'is blocked: sessions, links and uploads have ended'],
  unblock: ['unblock', 'is unblocked: links open again'],
  'sign-out': ['sign_out', 'is signed out everywhere'],
  reset: ['reset', 'has to choose another password, and got a letter'],
  'reset-link': ['reset_link', 'chooses another password by this link'],
  'remove-factor': ['remove_factor', 'loses second factor and passkeys'],
  confirm: ['confirm', 'has what the other operator asked for'],
  refuse: ['refuse', 'keeps what was to change: nothing waits any more'],
  'reset-name': ['reset_name', 'has a masked name on links, and was notified'],
  delete: ['delete', 'is deleted in seven days, unless it is kept'],
  keep: ['keep', 'is not deleted'],
  premium: ['premium', 'has premium'],
  storage: ['storage', 'has more storage'],
  'set-storage': ['quota', 'has its storage set'],
  group: ['group', 'is in the group'],
  'take-back': ['take_back', 'lost what was granted'],
};

const LINK_ID = /^[0-9a-f]{32}$/;

/** An email address, or a phone number. */
const ADDRESS = /@|^\+?[\d ().-]{5,}$/;

interface GivenLink {
  readonly link: string;
  readonly until: string;
}

const isGiven = (answer: Partial<GivenLink>): answer is GivenLink => answer.link !== undefined;
const given = ({ link, until }: GivenLink): string =>
  `${link}\nworks once, until ${until}; give it to the person only. people links lists it, people withdraw ends it`;

interface WaitingLink {
  readonly id: string;
  readonly to: string;
  readonly person: string;
  readonly opens: string;
  readonly by: string;
  readonly reason: string;
  readonly made: string;
  readonly until: string;
}

interface PastLink extends WaitingLink {
  readonly outcome: string;
  /** '' where it is not known. */
  readonly at: string;
}

async function links(server: string, before: string): Promise<string> {
  if (!/^\d{0,15}$/.test(before)) throw new UsageError(`--page takes what the page before ended with, not ${before}`);
  const body = { before: Number(before) };
  // An installation of an older version has no `past`.
  const answer = await askServer<{ links: WaitingLink[]; past?: PastLink[]; next: number }>(
    server,
    '/_internal/people/links',
    body,
  );
  const { links: found, past = [], next } = answer;
  const lines = found.map(({ id, to, person, opens, by, reason, made, until }) =>
    [id, opens, to, person, `given ${made} by ${by}`, `until ${until}`, reason].filter(Boolean).join('  '),
  );
  const none = next === 0 ? 'no link waits' : 'no link of this page waits; older ones may';
  const ended = past.map(({ id, to, person, opens, by, reason, made, outcome, at }) =>
    [id, opens, to, person, [outcome, at].filter(Boolean).join(' '), `given ${made} by ${by}`, reason]
      .filter(Boolean)
      .join('  '),
  );
  const earlier = ended.length === 0 ? [] : ['used, ended and withdrawn:', ...ended];
  return [...(lines.length === 0 ? [none] : lines), ...earlier, ...(next === 0 ? [] : [`more: --page ${next}`])].join(
    '\n',
  );
}

async function withdraw(server: string, link: string, reason: string): Promise<string> {
  if (!LINK_ID.test(link)) throw new UsageError(`${link} is no id of a link: people links prints them`);
  if (reason === '') throw missing('--reason TEXT');
  const { to, opens } = await askServer<WaitingLink>(server, '/_internal/people/withdraw', { link, reason });
  return `the link for ${opens} of ${to} is withdrawn`;
}

/** Of an act on the ways into the account. */
const STATES: Readonly<Record<string, string>> = {
  asked: 'waits for a second operator',
  waits: 'waits',
  done: 'done',
  ended: 'taken back or ended',
  stopped: 'stopped by the person',
};

const line = ({ id, name, email, phone, status, role, created, used, group }: Row): string =>
  [id, name, email, phone, status, role, group, used !== undefined && `${used} bytes`, `since ${created}`]
    .filter(Boolean)
    .join('  ');

function shown(person: Person): string {
  const { space, premium, premium_ends, links, direct_links, sessions, reports, held, ends, public_name = '' } = person;
  const { factors = [], recovery_codes = 0, acts = [] } = person;
  return [
    line(person),
    held === '' ? '' : `before the block: ${held}`,
    ends === '' ? '' : `deleted ${ends}`,
    `password set ${person.password_set}; letters in ${person.language}`,
    premium
      ? `premium until ${premium_ends}`
      : premium_ends === ''
        ? 'never had premium'
        : `premium ended ${premium_ends}`,
    space === null
      ? 'the drive was never used'
      : `uses ${space.used} of ${space.limit} bytes; ${space.trash} in the trash, ${space.versions} in versions, ${space.reserved} reserved`,
    person.quota
      ? `storage set to ${gigabytesText(person.quota.bytes)}${person.quota.ends ? ` until ${person.quota.ends}` : ''}`
      : '',
    person.group ? `in the group ${person.group}` : '',
    public_name === '' ? 'masked to strangers' : `known to strangers as ${public_name}`,
    `${links} links, ${direct_links} direct links`,
    ...factors.map(({ kind, added }) =>
      kind === 'code'
        ? `second factor since ${added}, ${recovery_codes} recovery codes left`
        : `passkey since ${added}`,
    ),
    ...acts.map(({ id, what, state, by, reason, at, due, by_link }) =>
      [id, what, STATES[state] ?? state, due && `${by_link ? 'link until' : 'due'} ${due}`, `${by}, ${at}`, reason]
        .filter(Boolean)
        .join('  '),
    ),
    ...sessions.map(({ client, since, used }) => `session of ${client} since ${since}, used ${used}`),
    ...reports.map(({ link, state, reports: many, judged, opened }) =>
      [`link ${link}`, state, judged, `${many} reports`, opened].filter(Boolean).join('  '),
    ),
  ]
    .filter(Boolean)
    .join('\n');
}

/** Bytes of `--gb`; null for the amount of group and plan. @throws UsageError */
function amountOf(gb: string | undefined): number | null {
  if (gb === undefined) throw missing('--gb NUMBER');
  if (gb === 'plan') return null;
  const bytes = readGigabytes(gb);
  if (bytes === null) throw new UsageError(`--gb takes a number such as 50 or 1.5, or plan, not ${gb}`);
  return bytes;
}

const groupOf = (given: string | undefined): string => (given === undefined || given === 'none' ? '' : given);

/** Verb of `people many` -> the act. */
const MANY: Readonly<Record<string, ManyAct>> = {
  block: 'block',
  unblock: 'unblock',
  'sign-out': 'sign_out',
  'set-storage': 'quota',
  group: 'group',
};

/** One act on the people of a file, a line each. */
async function many(
  server: string,
  given: Readonly<Record<'verb' | 'file' | 'reason' | 'until', string>>,
  about: object,
) {
  const { file, reason, until } = given;
  const verb = oneOf('the act', Object.keys(MANY), given.verb);
  if (reason === '') throw missing('--reason TEXT');
  const text = readFileSync(file, 'utf8');
  const people = [...new Set(text.split('\n').map((each) => each.trim()))].filter((each) => each !== '');
  if (people.length === 0) throw new UsageError(`${file} has no line: a line is an email address, phone number or id`);
  if (people.length > MOST_PEOPLE_AT_ONCE)
    throw new UsageError(`${file} has ${people.length} people; one command acts on at most ${MOST_PEOPLE_AT_ONCE}`);
  const ends = until === '' ? {} : { ends: endOf(until) };
  const key = randomBytes(16).toString('hex');
  const { results } = await askServer<{ results: { person: string; id: string; refusal: string }[] }>(
    server,
    '/_internal/people/many',
    { people, act: MANY[verb], reason, key, ...ends, ...about },
  );
  const done = results.filter(({ refusal }) => refusal === '').length;
  return [
    ...results.map(({ person, id, refusal }) => `${person}  ${id}  ${refusal === '' ? 'done' : `refused: ${refusal}`}`),
    `${done} done, ${results.length - done} refused`,
  ].join('\n');
}

async function groups(server: string): Promise<string> {
  const answer = await askServer<{ groups: { id: string; name: string; people: number; used: number }[] }>(
    server,
    '/_internal/people/groups',
    {},
  );
  const lines = answer.groups.map(({ id, name, people, used }) => `${id}  ${name}  ${people} people  ${used} bytes`);
  return lines.length === 0 ? 'there are no groups: config draft groups' : lines.join('\n');
}

/** @throws Stop with what to do, on either kind of server */
function installationOf(server: string): Installation {
  try {
    return openInstallation(server);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    const remedy = `${error.remedy}\nA server of one machine is asked on the machine itself, without --url.`;
    throw new Stop(error.message, remedy, { cause: error });
  }
}

async function rebuild(server: string, resume: string): Promise<string> {
  const { found, removed } = isRemote(server)
    ? await rebuildFromObjects(installationOf(server), resume)
    : await makePeopleListAnew(server, (target, body) => askServer(server, target, body));
  return `${found} people are in the list; ${removed} entries without an account left it`;
}

const person = 'the email address, phone number, name or id of the person';

const VERBS: Readonly<Record<string, VerbForm>> = {
  find: { more: 1 },
  show: { needs: [person] },
  invite: { needs: ['the email address or phone number'] },
  links: {},
  withdraw: { needs: ['the id of the link, as people links prints it,'] },
  many: { needs: ['the act', 'the file with a person a line'] },
  groups: {},
  ...Object.fromEntries(Object.keys(ACTS).map((verb) => [verb, { needs: [person] }])),
  rebuild: {},
};

export const peopleArea: Area = {
  usage: [
    'people find [part of a name, email or phone number] [--status ACTIVE | BLOCKED | FROZEN | CLOSING | OPERATOR] [--group <id>] [--order newest | largest] [--page <token>]',
    'people show <email, phone, name or id>',
    'people invite <email or phone> --reason <text>',
    'people links [--page <token>]',
    'people withdraw <id of a link> --reason <text>',
    'people block | unblock | sign-out | reset | reset-link | reset-name | delete | keep <person> --reason <text>',
    'people remove-factor <person> --reason <text>',
    'people confirm | refuse <person> --ask <id, as people show prints it> --reason <text>',
    'people premium <person> --until <time> --reason <text>',
    'people storage <person> --gib <number> --until <time> --reason <text>',
    'people set-storage <person> --gb <number, or plan> [--until <time>] --reason <text>',
    'people group <person> --group <id of a group, or none> --reason <text>',
    'people many block | unblock | sign-out <file with a person a line, at most 100> --reason <text>',
    'people many set-storage <file> --gb <number, or plan> [--until <time>] --reason <text>',
    'people many group <file> --group <id of a group, or none> --reason <text>',
    'people groups',
    'people take-back <person> --entry <entry of the ledger> --reason <text>',
    'people rebuild [--resume <where an earlier run was cut off>]',
  ],
  async run(args, dataDir) {
    const { verb, rest, values } = readCommand('people', VERBS, args, {
      reason: '',
      status: '',
      page: '',
      order: 'newest',
      resume: '',
      until: '',
      gib: null,
      gb: null,
      group: null,
      entry: null,
      ask: null,
    });
    const [person = ''] = rest;
    const { reason, until, gib, entry, ask } = values;
    if (verb === 'rebuild') return rebuild(dataDir, values.resume);
    if (verb === 'links') return links(dataDir, values.page);
    if (verb === 'withdraw') return withdraw(dataDir, person, reason);
    if (verb === 'groups') return groups(dataDir);
    if (verb === 'many') {
      const [act = '', file = ''] = rest;
      if (act === 'group' && values.group === undefined) throw missing('--group GROUP');
      const about = {
        ...(act === 'set-storage' ? { bytes: amountOf(values.gb) } : {}),
        ...(act === 'group' ? { group: groupOf(values.group) } : {}),
      };
      return many(dataDir, { verb: act, file, reason, until: act === 'set-storage' ? until : '' }, about);
    }
    if (verb === 'find') {
      if (values.status !== '') oneOf('--status', PERSON_FILTERS, values.status);
      const order = oneOf('--order', PEOPLE_ORDERS, values.order);
      const body = { term: person, status: values.status, group: values.group ?? '', order, page_token: values.page };
      const answer = await askServer<{ people: Row[]; next_page_token: string }>(
        dataDir,
        '/_internal/people/find',
        body,
      );
      const more = answer.next_page_token === '' ? [] : [`more: --page ${answer.next_page_token}`];
      return answer.people.length === 0 ? 'no people found' : [...answer.people.map(line), ...more].join('\n');
    }
    const known = Object.hasOwn(ACTS, verb) ? ACTS[verb] : undefined;
    if (verb === 'show') return shown(await askServer<Person>(dataDir, '/_internal/people/show', { person }));
    if (reason === '') throw missing('--reason TEXT');
    if (!known) {
      if (isRemote(dataDir)) throw new Error('such a link is made on the machine itself, or at /ops/people');
      if (!ADDRESS.test(person)) throw new UsageError(`${person} is neither an email address nor a phone number`);
      return given(await askServer<GivenLink>(dataDir, '/_internal/people/invite', { address: person, reason }));
    }
    const isTimed = verb === 'premium' || verb === 'storage';
    if (isTimed && until === '') throw missing('--until TIME');
    const isQuota = verb === 'set-storage';
    const ends = isTimed || (isQuota && until !== '') ? endOf(until) : undefined;
    const amount = isQuota ? { bytes: amountOf(values.gb) } : {};
    if (verb === 'group' && values.group === undefined) throw missing('--group GROUP');
    if (verb === 'storage' && gib === undefined) throw missing('--gib NUMBER');
    if (gib !== undefined && !/^-?\d{1,9}$/.test(gib)) throw new UsageError(`--gib takes a whole number, not ${gib}`);
    if (verb === 'take-back' && entry === undefined) throw missing('--entry ENTRY');
    if ((verb === 'confirm' || verb === 'refuse') && ask === undefined) throw missing('--ask ID');
    const [act, done] = known;
    const { id, asked, ...link } = await askServer<{ id: string; asked?: true } & Partial<GivenLink>>(
      dataDir,
      '/_internal/people/act',
      {
        person,
        act,
        reason,
        entry,
        ask,
        ...(ends === undefined ? {} : { ends }),
        ...(gib === undefined ? {} : { gib: Number(gib) }),
        ...amount,
        ...(values.group === undefined ? {} : { group: groupOf(values.group) }),
      },
    );
    if (asked)
      return `${id}: a second operator has to agree. people show prints the id of the request, people confirm confirms it`;
    return [`${id} ${done}${ends === undefined ? '' : ` until ${ends}`}`, ...(isGiven(link) ? [given(link)] : [])].join(
      '\n',
    );
  },
};
