/** Areas of `npm run ops`, by the word that begins their commands. */
import type { Area } from './area.ts';
import { configArea } from './config.ts';
import { healthArea } from './health.ts';
import { invitationsArea } from './invitations.ts';
import { invitesArea } from './invites.ts';
import { jobsArea } from './jobs.ts';
import { logArea } from './log.ts';
import { mailArea } from './mail.ts';
import { memberArea } from './member.ts';
import { operatorArea } from './operator.ts';
import { peopleArea } from './people.ts';
import { redirectArea } from './redirect.ts';
import { reportsArea } from './reports.ts';
import { totalsArea } from './totals.ts';

export const AREAS: Readonly<Record<string, Area>> = {
  config: configArea,
  health: healthArea,
  operator: operatorArea,
  invitations: invitationsArea,
  invites: invitesArea,
  jobs: jobsArea,
  log: logArea,
  mail: mailArea,
  member: memberArea,
  people: peopleArea,
  redirect: redirectArea,
  reports: reportsArea,
  totals: totalsArea,
};
