/** Ops: export, operators' inbox, counts. Factory of the service, its parts and its routes; calls auth, drive and share. */
import { makeAtOnce } from '#worker/platform/at-once.ts';
import { type Bound, bindParts } from '#worker/platform/bound.ts';
import { systemClock } from '#worker/platform/clock.ts';
import { attention } from './attention/attention.ts';
import type { OpsDeps, OpsParts } from './deps.ts';
import { downloads, makeDownloadCounts, openDownload } from './downloads/downloads.ts';
import { exportData } from './export/export-data.ts';
import { listMessages, setMessageState } from './inbox/messages.ts';
import { sendMessage } from './inbox/send-message.ts';
import { actOnJob, jobsOf, listJobs, runningJobs } from './jobs/jobs.ts';
import { actOnPerson, invitePerson, listLinks, withdrawLink } from './people/acts.ts';
import {
  becomeFirstOperator,
  firstOperatorPath,
  firstSignUpLink,
  makesFirstOperator,
} from './people/first-operator.ts';
import { setOperator } from './people/operators.ts';
import { fillPeople } from './people/people.store.ts';
import { listPeople, personOf, requirePerson } from './people/people.ts';
import { appeal, evidenceSource, listCases, openEvidence, ownDecision } from './reports/cases.ts';
import { caseOf, decide } from './reports/decide.ts';
import { reportLink } from './reports/report-link.ts';
import { makeCaseCounts, transparency } from './reports/transparency.ts';
import { countPayments, countStored, readTotals } from './totals/totals.ts';

export { makeAdminDatabase } from './admin.ts';
export { exportResponse, makeOpsRoutes } from './endpoints.ts';
export type { MessageInput } from './inbox/send-message.ts';
export { makeJobsConsole } from './jobs/internal.ts';
export { CONTACT_ACTION, REPORT_ACTION, SIGN_UPS_KIND } from './keys.ts';
export { makePeopleConsole } from './people/internal.ts';
export { makeReportsConsole } from './reports/internal.ts';
export { makeTotalsConsole } from './totals/internal.ts';

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
  listPeople,
  fillPeople,
  personOf,
  requirePerson,
  actOnPerson,
  invitePerson,
  listLinks,
  withdrawLink,
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
    exports: makeAtOnce(EXPORTS_AT_ONCE, systemClock),
    downloadCounts: makeDownloadCounts(deps),
    caseCounts: makeCaseCounts(deps),
  };
}

export function makeOpsService(parts: OpsParts): OpsService {
  return bindParts(parts, OPERATIONS);
}
