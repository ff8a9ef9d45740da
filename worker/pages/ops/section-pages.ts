/** Operators' sections beside the documents: second segment of the address -> page, and the handler of its form. */
import type { Context } from 'hono';
import type { AppEnv } from '#worker/platform/http.ts';
import type { PageDeps } from '../services.ts';
import type { Operator } from './as-operator.tsx';
import { codesPage, codesPost } from './codes.page.tsx';
import { invitationsPage, invitationsPost } from './invitations.page.tsx';
import { jobsPage, jobsPost } from './jobs.page.tsx';
import { lettersPage } from './letters.page.tsx';
import { logPage } from './log.page.tsx';
import { membersPage, membersPost } from './members.page.tsx';
import { messagesPage, messagesPost } from './messages.page.tsx';
import { paymentsPage, paymentsPost } from './payments.page.tsx';
import { peoplePage, peoplePost } from './people.page.tsx';
import { reportsPage, reportsPost } from './reports.page.tsx';
import { totalsPage } from './totals.page.tsx';

type SectionHandler = (c: Context<AppEnv>, deps: PageDeps, operator: Operator) => Promise<Response>;

export const SECTION_PAGES: Readonly<Record<string, SectionHandler>> = {
  log: logPage,
  people: peoplePage,
  messages: messagesPage,
  reports: reportsPage,
  payments: paymentsPage,
  members: membersPage,
  codes: codesPage,
  invitations: invitationsPage,
  totals: totalsPage,
  jobs: jobsPage,
  letters: lettersPage,
};

/** A handler reads its form with `readForm`, which refuses a form of another site. */
export const SECTION_POSTS: Readonly<Record<string, SectionHandler>> = {
  people: peoplePost,
  messages: messagesPost,
  reports: reportsPost,
  payments: paymentsPost,
  members: membersPost,
  codes: codesPost,
  invitations: invitationsPost,
  jobs: jobsPost,
};
