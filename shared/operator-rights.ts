/**
 * Roles of operators, and the right that each call, document, section, command and act of theirs asks for: the one table. The server
 * checks it; pages only leave out what it refuses. An operator's endpoint or a section without a right does not compile, a command
 * without one stops every test. Pure.
 */

export const OPERATOR_ROLES = ['help_desk', 'moderation', 'money', 'all'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/** As pages, commands and the log name them. In English, like the console. */
export const ROLE_NAMES: Readonly<Record<OperatorRole, string>> = {
  help_desk: 'Help desk',
  moderation: 'Moderation',
  money: 'Money',
  all: 'All',
};

/** The role of a choice in a form, as it was sent. */
export function readRole(text: string): OperatorRole | null {
  return OPERATOR_ROLES.find((role) => role === text) ?? null;
}

/** Reason of the refusal of an operator whose role does not include it. */
export const OTHER_ROLE = 'other_role';

/** `all`, as it was stored when there was one role. A program of then takes people with another role for no operators. */
const STORED_ALL = 'operator';

/** @param role  '' of every person who is no operator */
export const storedRole = (role: OperatorRole | ''): string => (role === 'all' ? STORED_ALL : role);
export const roleAsStored = (stored: string): OperatorRole | '' =>
  stored === STORED_ALL ? 'all' : (readRole(stored) ?? '');

/** A right, and the roles that have it beside `all`. */
const RIGHTS = {
  /** The first page. */
  look: ['help_desk', 'moderation', 'money'],
  /** Finding and seeing people. */
  people: ['help_desk', 'moderation', 'money'],
  /** Ways into an account, without entering it. */
  help: ['help_desk'],
  /** Messages of people. */
  inbox: ['help_desk', 'moderation'],
  jobs: ['help_desk'],
  /** Reported links, blocks, public names. */
  content: ['moderation'],
  /** Payments, plans, storage that is granted, gift codes, rewards, totals. */
  money: ['money'],
  /** Deleting an account, and taking that back; inviting by list, with group and storage. */
  accounts: [],
  settings: [],
  operators: [],
  log: [],
  /** On the machine itself alone: not by a token of any role. */
  machine: [],
} as const satisfies Readonly<Record<string, readonly OperatorRole[]>>;
export type Right = keyof typeof RIGHTS;

/** @param role  '' has none */
export function hasRight(role: OperatorRole | '', right: Right): boolean {
  if (role === 'all') return right !== 'machine';
  return (RIGHTS[right] as readonly string[]).includes(role);
}

/** The document that is named decides. */
const BY_DOCUMENT = 'document';
type Requirement = Right | typeof BY_DOCUMENT;

/** Operators' documents. */
export const DOCUMENT_RIGHTS = {
  redirects: 'settings',
  access: 'settings',
  sign_up: 'settings',
  activity_operation: 'money',
  service: 'settings',
  basic: 'settings',
  debug_options: 'settings',
  resources: 'settings',
  external_products: 'settings',
  links_hub: 'settings',
  frame: 'settings',
  membership: 'money',
  rewards: 'money',
  groups: 'settings',
  letter_texts: 'settings',
} as const satisfies Readonly<Record<string, Right>>;

/** An unknown document is refused by its name, and so by no right. */
function documentRight(name: unknown): Right {
  return typeof name === 'string' && Object.hasOwn(DOCUMENT_RIGHTS, name)
    ? DOCUMENT_RIGHTS[name as keyof typeof DOCUMENT_RIGHTS]
    : 'look';
}

/** Endpoints whose callers are operators. */
export const CALL_RIGHTS = {
  'config.documents': 'settings',
  'config.document': BY_DOCUMENT,
  'config.saveDraft': BY_DOCUMENT,
  'config.discardDraft': BY_DOCUMENT,
  'config.diff': BY_DOCUMENT,
  'config.publish': BY_DOCUMENT,
  'config.history': BY_DOCUMENT,
  'config.version': BY_DOCUMENT,
  'config.rollback': BY_DOCUMENT,
  'config.log': 'log',
  'share.audit': 'content',
  'ops.messages': 'inbox',
  'ops.setMessageState': 'inbox',
  'ops.cases': 'content',
  'ops.caseOf': 'content',
  'ops.decide': 'content',
  'ops.eventCounts': 'money',
} as const satisfies Readonly<Record<string, Requirement>>;
export type OperatorCall = keyof typeof CALL_RIGHTS;

/** Sections of `/ops` by the second segment of their address; '' is the first page. */
export const SECTION_RIGHTS = {
  '': 'look',
  people: 'people',
  invite: 'accounts',
  messages: 'inbox',
  reports: 'content',
  payments: 'money',
  members: 'money',
  codes: 'money',
  invitations: 'money',
  jobs: 'jobs',
  totals: 'money',
  letters: 'settings',
  setup: 'settings',
  operators: 'operators',
  log: 'log',
} as const satisfies Readonly<Record<string, Right>>;
export type OpsSectionName = keyof typeof SECTION_RIGHTS;

/** Sections and documents about payments, premium, gift codes and rewards: a service without offers has none of them. */
const ABOUT_OFFERS: ReadonlySet<string> = new Set<OpsSectionName | keyof typeof DOCUMENT_RIGHTS>([
  'payments',
  'members',
  'codes',
  'invitations',
  'rewards',
  'activity_operation',
]);

/** Whether a page of `/ops` is only for services with offers. Its data stays where the service has none. */
export function isOfOffers(segment: string): boolean {
  return ABOUT_OFFERS.has(segment);
}

/** The right for a page of `/ops`, of a section or a document. */
export function pageRight(segment: string): Right {
  return Object.hasOwn(SECTION_RIGHTS, segment) ? SECTION_RIGHTS[segment as OpsSectionName] : documentRight(segment);
}

/** Commands of `npm run ops`, and what else calls `/_internal`; of a module, where all of its commands ask for one right. */
const COMMAND_RIGHTS: Readonly<Record<string, Requirement>> = {
  attention: 'look',
  health: 'settings',
  totals: 'money',
  operator: 'operators',
  'people/find': 'people',
  'people/show': 'people',
  'people/act': 'people',
  'people/many': 'people',
  'people/groups': 'people',
  'people/links': 'help',
  'people/withdraw': 'help',
  'people/invite': 'machine',
  invites: 'accounts',
  'people/rebuild': 'machine',
  'people/rebuild-objects': 'machine',
  'people/rebuild-begin': 'machine',
  'people/rebuild-end': 'machine',
  person: 'machine',
  backup: 'machine',
  recovery: 'machine',
  'config/list': 'settings',
  'config/read': BY_DOCUMENT,
  'config/draft': BY_DOCUMENT,
  'config/discard': BY_DOCUMENT,
  'config/diff': BY_DOCUMENT,
  'config/publish': BY_DOCUMENT,
  'config/history': BY_DOCUMENT,
  'config/rollback': BY_DOCUMENT,
  'config/log': 'log',
  'jobs/list': 'jobs',
  'jobs/of': 'jobs',
  'jobs/running': 'jobs',
  'jobs/act': 'jobs',
  'member/ledger': 'money',
  'member/grant': 'money',
  'member/reverse': 'money',
  'member/codes': 'money',
  'member/create-codes': 'money',
  'member/revoke-codes': 'money',
  'invitations/held': 'money',
  'invitations/release': 'money',
  'invitations/refuse': 'money',
  'invitations/sources': 'money',
  'mail/status': 'inbox',
  'mail/bounced': 'settings',
  'mail/complained': 'settings',
  'mail/resume': 'settings',
  letters: 'settings',
  'reports/list': 'content',
  'reports/show': 'content',
  'reports/decisions': 'content',
  'reports/decide': 'content',
};

/** Items of the first page that need an operator, by their kind. */
export const ATTENTION_RIGHTS = {
  part: 'settings',
  letters: 'settings',
  disk: 'settings',
  damaged: 'settings',
  log: 'log',
  alarms: 'jobs',
  events: 'settings',
  jobs: 'jobs',
  payments: 'money',
  appeals: 'content',
  reports: 'content',
  invitations: 'money',
  messages: 'inbox',
  returned: 'settings',
  backup: 'settings',
  copy: 'settings',
  drafts: BY_DOCUMENT,
  closing: 'accounts',
  unread: 'settings',
} as const satisfies Readonly<Record<string, Requirement>>;

/** Acts on a person, whatever calls for them. On an operator, only `all` acts. */
export const PERSON_ACT_RIGHTS = {
  block: 'content',
  unblock: 'content',
  sign_out: 'help',
  reset: 'help',
  reset_link: 'help',
  remove_factor: 'help',
  confirm: 'help',
  refuse: 'help',
  reset_name: 'content',
  delete: 'accounts',
  keep: 'accounts',
  premium: 'money',
  storage: 'money',
  quota: 'money',
  group: 'money',
  take_back: 'money',
} as const satisfies Readonly<Record<string, Right>>;

/** The right that a command asks for; undefined for a command that has none here. @param body  of its call */
export function commandRight(command: string, body: unknown): Right | undefined {
  const [module = ''] = command.split('/');
  const name = [command, module].find((each) => Object.hasOwn(COMMAND_RIGHTS, each));
  const asked = name === undefined ? undefined : COMMAND_RIGHTS[name];
  if (asked !== BY_DOCUMENT) return asked;
  return documentRight(typeof body === 'object' && body !== null && 'name' in body ? body.name : undefined);
}

/** The right that an endpoint asks for. @param params  of its path */
export function callRight(id: string, params: Readonly<Record<string, string>>): Right {
  const asked: Requirement = Object.hasOwn(CALL_RIGHTS, id) ? CALL_RIGHTS[id as OperatorCall] : 'machine';
  return asked === BY_DOCUMENT ? documentRight(params['name']) : asked;
}
