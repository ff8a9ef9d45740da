/** Ops: export, operators' inbox, counts. Factory of the service, its parts and its routes; calls auth, drive and share. */
import type { Hono } from 'hono';
import { makeAtOnce } from '#worker/platform/at-once.ts';
import { type Bound, bindParts } from '#worker/platform/bound.ts';
import { systemClock } from '#worker/platform/clock.ts';
import { type AppEnv, makeRouter } from '#worker/platform/http.ts';
import { attention } from './attention/attention.ts';
import type { OpsDeps, OpsParts } from './deps.ts';
import { downloads, makeDownloadCounts, openDownload } from './downloads/downloads.ts';
import { exportData } from './export/export-data.ts';
import { listMessages, setMessageState } from './inbox/messages.ts';
import { sendMessage } from './inbox/send-message.ts';
import { makeInvitesConsole } from './invites/internal.ts';
import {
  forgetInvites,
  inviteLinks,
  inviteList,
  inviteListOf,
  inviteLists,
  inviteNext,
  inviteReport,
  inviteSoon,
  markWithdrawn,
} from './invites/invites.ts';
import { makeJobsConsole } from './jobs/internal.ts';
import { actOnJob, jobsOf, listJobs, runningJobs } from './jobs/jobs.ts';
import { makeLettersConsole } from './letters/internal.ts';
import { dropLetter, retryLetter, sendTestLetter, waitingLetters } from './letters/letters.ts';
import { actOnPerson, invitePerson, listLinks, withdrawLink } from './people/acts.ts';
import {
  becomeFirstOperator,
  firstOperatorPath,
  firstSignUpLink,
  makesFirstOperator,
} from './people/first-operator.ts';
import { makePeopleConsole } from './people/internal.ts';
import { actOnPeople, forgetPresses, pressOf } from './people/many.ts';
import { measureNext } from './people/measure.ts';
import { setOperator } from './people/operators.ts';
import { fillPeople } from './people/people.store.ts';
import { groupSums, listPeople, peopleOf, personOf, requirePerson } from './people/people.ts';
import { appeal, evidenceSource, listCases, openEvidence, ownDecision } from './reports/cases.ts';
import { caseOf, decide } from './reports/decide.ts';
import { makeReportsConsole } from './reports/internal.ts';
import { reportLink } from './reports/report-link.ts';
import { makeCaseCounts, transparency } from './reports/transparency.ts';
import { closeSetup, markSetup, setupState } from './setup/setup.ts';
import { makeTotalsConsole } from './totals/internal.ts';
import { countPayments, countStored, readTotals } from './totals/totals.ts';

export { makeAdminDatabase } from './admin.ts';
export { exportResponse, makeOpsRoutes } from './endpoints.ts';
export type { MessageInput } from './inbox/send-message.ts';
export { CONTACT_ACTION, REPORT_ACTION, SIGN_UPS_KIND } from './keys.ts';

/** The operations that pages call. */
const OPERATIONS = {
  attention,
  exportData,
  sendMessage,
  listMessages,
  setMessageState,
  downloads,
  openDownload,
  reportLink,
  listCases,
  caseOf,
  decide,
  openEvidence,
  evidenceSource,
  ownDecision,
  appeal,
  transparency,
  listJobs,
  jobsOf,
  runningJobs,
  actOnJob,
  waitingLetters,
  retryLetter,
  dropLetter,
  sendTestLetter,
  setupState,
  markSetup,
  closeSetup,
  listPeople,
  fillPeople,
  measureNext,
  groupSums,
  personOf,
  requirePerson,
  actOnPerson,
  actOnPeople,
  pressOf,
  forgetPresses,
  peopleOf,
  invitePerson,
  listLinks,
  withdrawLink,
  inviteList,
  inviteNext,
  inviteSoon,
  forgetInvites,
  inviteLists,
  inviteListOf,
  inviteReport,
  inviteLinks,
  setOperator,
  firstOperatorPath,
  makesFirstOperator,
  becomeFirstOperator,
  firstSignUpLink,
  readTotals,
  countPayments,
  countStored,
};

export type OpsService = Bound<typeof OPERATIONS>;

/** Exports of one person at a time: each reads the whole drive. */
const EXPORTS_AT_ONCE = 2;

export function makeOpsParts(deps: OpsDeps): OpsParts {
  return {
    ...deps,
    onLinkWithdrawn: (linkId) => markWithdrawn(deps, linkId),
    exports: makeAtOnce(EXPORTS_AT_ONCE, systemClock),
    downloadCounts: makeDownloadCounts(deps),
    caseCounts: makeCaseCounts(deps),
  };
}

/** Calls of the command line. */
export function makeOpsConsole(parts: OpsParts): Hono<AppEnv> {
  const router = makeRouter();
  const consoles = [
    makeTotalsConsole,
    makeReportsConsole,
    makePeopleConsole,
    makeInvitesConsole,
    makeJobsConsole,
    makeLettersConsole,
  ];
  for (const makeConsole of consoles) router.route('/', makeConsole(parts));
  return router;
}

export function makeOpsService(parts: OpsParts): OpsService {
  return bindParts(parts, OPERATIONS);
}
