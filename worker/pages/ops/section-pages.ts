/** Operators' sections beside the documents: second segment of the address -> page, and the handler of its form. */
import type { Context } from 'hono';
import type { OpsSectionName } from '#shared/operator-rights.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { PageDeps } from '../services.ts';
import { codesPage, codesPost } from './codes.page.tsx';
import { invitationsPage, invitationsPost } from './invitations.page.tsx';
import { invitePage, invitePost } from './invite.page.tsx';
import { jobsPage, jobsPost } from './jobs.page.tsx';
import { lettersPage, lettersPost } from './letters.page.tsx';
import { logPage } from './log.page.tsx';
import { membersPage, membersPost } from './members.page.tsx';
import { messagesPage, messagesPost } from './messages.page.tsx';
import type { Operator } from './operator.ts';
import { operatorsPage, operatorsPost } from './operators.page.tsx';
import { paymentsPage, paymentsPost } from './payments.page.tsx';
import { peoplePage, peoplePost } from './people.page.tsx';
import { reportsPage, reportsPost } from './reports.page.tsx';
import { setupPage, setupPost } from './setup.page.tsx';
import { totalsPage } from './totals.page.tsx';

type SectionHandler = (c: Context<AppEnv>, deps: PageDeps, operator: Operator) => Promise<Response>;

/** Each has a right: operator-rights.ts. */
export const SECTION_PAGES: Readonly<Record<Exclude<OpsSectionName, ''>, SectionHandler>> = {
  log: logPage,
  people: peoplePage,
  invite: invitePage,
  messages: messagesPage,
  reports: reportsPage,
  payments: paymentsPage,
  members: membersPage,
  codes: codesPage,
  invitations: invitationsPage,
  totals: totalsPage,
  jobs: jobsPage,
  letters: lettersPage,
  setup: setupPage,
  operators: operatorsPage,
};

/** A handler reads its form with `readForm`, which refuses a form of another site. */
export const SECTION_POSTS: Readonly<Partial<Record<OpsSectionName, SectionHandler>>> = {
  people: peoplePost,
  invite: invitePost,
  messages: messagesPost,
  reports: reportsPost,
  payments: paymentsPost,
  members: membersPost,
  codes: codesPost,
  invitations: invitationsPost,
  jobs: jobsPost,
  letters: lettersPost,
  setup: setupPost,
  operators: operatorsPost,
};

/** Undefined for a segment that is no section. */
export function sectionOf(
  handlers: Readonly<Partial<Record<string, SectionHandler>>>,
  segment: string,
): SectionHandler | undefined {
  return Object.hasOwn(handlers, segment) ? handlers[segment] : undefined;
}
