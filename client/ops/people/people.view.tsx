/** People of the installation, newest first, and the search. In English, like the rest of the console. */
import type { ReactNode } from 'react';
import { useId } from 'react';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { shownMail } from '#shared/intake/mail.ts';
import { type OperatorRole, ROLE_NAMES } from '#shared/operator-rights.ts';
import { PERSON_FILTERS } from '#shared/ops/people.ts';
import { Moment } from '../acts.view.tsx';
import { MoreLink } from '../more-link.view.tsx';
import { OpsPart } from '../ops-frame.view.tsx';
import { Outcome } from '../outcome.view.tsx';
import { type GivenLink, GivenLinkNotice } from './given-link.view.tsx';
import { WaitingLinks, type WaitingLinksProps } from './waiting-links.view.tsx';

export const STATUS_NAMES: Readonly<Record<string, string>> = {
  ACTIVE: 'Active',
  BLOCKED: 'Blocked',
  FROZEN: 'Locked until a new password',
  CLOSING: 'Being deleted',
  OPERATOR: 'Operators',
};

export interface ShownPerson {
  readonly href: string;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly status: string;
  readonly role: OperatorRole | '';
  readonly createdMs: number;
}

export interface PeopleViewProps {
  readonly here: string;
  readonly term: string;
  readonly status: string;
  readonly people: readonly ShownPerson[];
  readonly nextHref: string;
  /** Of the last form; '' for none. */
  readonly refusal: string;
  readonly done: boolean;
  /** Whether the operator may give links. */
  readonly mayInvite: boolean;
  readonly link: GivenLink | null;
  /** Absent on the pages of a search; null when they could not be read. */
  readonly given: WaitingLinksProps['given'] | undefined;
}

export function StatusMark({ status, role }: { status: string; role: OperatorRole | '' }): ReactNode {
  return (
    <>
      {role === '' ? null : <span className="text-sm font-semibold text-accent">Operator: {ROLE_NAMES[role]}</span>}
      {status === 'ACTIVE' ? null : (
        <span className="text-sm font-semibold text-danger">{STATUS_NAMES[status] ?? status}</span>
      )}
    </>
  );
}

export function PeopleView({
  here,
  term,
  status,
  people,
  nextHref,
  refusal,
  done,
  mayInvite,
  link,
  given,
}: PeopleViewProps): ReactNode {
  const id = useId();
  return (
    <>
      <h1 className="text-2xl">People</h1>
      <Outcome refusal={refusal} done={done} />
      <GivenLinkNotice link={link} />
      <form method="get" action={here} className="mt-6 flex flex-wrap items-end gap-3">
        <div className="min-w-48 flex-1 sm:max-w-md">
          <TextField
            label="Part of a name, email or phone number, or an id"
            name="q"
            defaultValue={term}
            maxLength={200}
          />
        </div>
        <div className="field">
          <label htmlFor={`${id}-status`}>Status</label>
          <select id={`${id}-status`} name="status" className="input" defaultValue={status}>
            <option value="">Any</option>
            {PERSON_FILTERS.map((each) => (
              <option key={each} value={each}>
                {STATUS_NAMES[each]}
              </option>
            ))}
          </select>
        </div>
        <Button type="submit">Search</Button>
      </form>
      {people.length === 0 ? (
        <p className="mt-6 text-muted">
          No people found. The list is a copy; <code>npm run ops -- people rebuild</code> makes it anew.
        </p>
      ) : (
        <ol className="card mt-6 divide-y divide-line">
          {people.map((person) => (
            <li key={person.userId} className="px-4 py-3 text-sm sm:px-5">
              <p className="flex flex-wrap items-baseline gap-x-3">
                <a className="link break-all font-semibold" href={person.href}>
                  {person.name || shownMail(person.email) || person.phone || person.userId}
                </a>
                <StatusMark status={person.status} role={person.role} />
              </p>
              <p className="mt-0.5 break-all text-muted">
                {[shownMail(person.email), person.phone].filter(Boolean).join(' · ')}
              </p>
              <p className="mt-0.5 text-xs text-muted">
                Since <Moment ms={person.createdMs} /> · {person.userId}
              </p>
            </li>
          ))}
        </ol>
      )}
      <MoreLink href={nextHref}>More people</MoreLink>
      {mayInvite ? <Invite here={here} /> : null}
      {given === undefined ? null : <WaitingLinks here={here} given={given} />}
    </>
  );
}

function Invite({ here }: { here: string }): ReactNode {
  return (
    <OpsPart
      id="invite"
      title="Add a person"
      lead="Makes a link that opens one account for the address, without a code. It works where signing up is closed."
    >
      <form method="post" action={here} data-guard className="card flex flex-wrap items-end gap-3 px-4 py-4 sm:px-5">
        <div className="min-w-48 flex-1">
          <TextField label="Email or phone number" name="address" required maxLength={320} />
        </div>
        <div className="min-w-48 flex-1">
          <TextField label="Reason" name="reason" required maxLength={500} />
        </div>
        <Button type="submit" name="step" value="invite">
          Make a link
        </Button>
      </form>
    </OpsPart>
  );
}
