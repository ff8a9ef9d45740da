/** Operators and their roles, and the forms that give and take them. In English, forms only. */
import { type ReactNode, useId } from 'react';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { shownMail } from '#shared/intake/mail.ts';
import { OPERATOR_ROLES, type OperatorRole, ROLE_NAMES } from '#shared/operator-rights.ts';
import { MoreLink } from '../more-link.view.tsx';
import { OpsPart } from '../ops-frame.view.tsx';
import { Outcome } from '../outcome.view.tsx';
import { StatusMark, shownName } from './person-line.view.tsx';

const ROLE_TEXTS: Readonly<Record<OperatorRole, string>> = {
  help_desk:
    'People and their ways in, invitations, messages, jobs. Never alone into an account; no content, no money.',
  moderation: 'Reported links, blocks, public names, messages.',
  money: 'Payments, plans, storage, gift codes, rewards, totals.',
  all: 'All of it, the settings, the log and the operators.',
};

export interface ShownOperator {
  readonly href: string;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly status: string;
  readonly role: OperatorRole | '';
  readonly isOwn: boolean;
}

/** Of the role Money, where nothing is sold. */
const STORAGE_TEXT = 'Storage and groups of people, totals.';

export interface OperatorsViewProps {
  readonly here: string;
  readonly operators: readonly ShownOperator[];
  readonly nextHref: string;
  /** The form that was refused; null for none. */
  readonly refused: {
    readonly refusal: string;
    readonly person: string;
    readonly role: string;
    readonly reason: string;
  } | null;
  readonly done: boolean;
  readonly hasOffers: boolean;
}

function RoleChoice({ value }: { value: string }): ReactNode {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="block text-sm font-semibold">
        Role
      </label>
      <select id={id} name="role" defaultValue={value} className="input">
        {OPERATOR_ROLES.map((role) => (
          <option key={role} value={role}>
            {ROLE_NAMES[role]}
          </option>
        ))}
      </select>
    </div>
  );
}

export function OperatorsView({ here, operators, nextHref, refused, done, hasOffers }: OperatorsViewProps): ReactNode {
  const isKnown = operators.some(({ userId }) => userId === refused?.person);
  return (
    <>
      <h1 className="text-2xl">Operators</h1>
      <Outcome refusal={refused?.refusal ?? ''} done={done} />
      <dl className="card mt-6 divide-y divide-line px-4 text-sm sm:px-5">
        {OPERATOR_ROLES.map((role) => (
          <div key={role} className="grid gap-x-4 gap-y-0.5 py-2 sm:grid-cols-[8rem_1fr]">
            <dt className="font-semibold">{ROLE_NAMES[role]}</dt>
            <dd>{role === 'money' && !hasOffers ? STORAGE_TEXT : ROLE_TEXTS[role]}</dd>
          </div>
        ))}
      </dl>
      <OpsPart id="operators" title="Who has a role" lead="The last one with the role “All” stays.">
        <ol className="card divide-y divide-line">
          {operators.map((operator) => (
            <OperatorRow
              key={operator.userId}
              here={here}
              operator={operator}
              sent={refused?.person === operator.userId ? refused : null}
            />
          ))}
        </ol>
        <MoreLink href={nextHref}>More operators</MoreLink>
      </OpsPart>
      <OpsPart id="add" title="Give a role" lead="To a person who has an account here.">
        <form method="post" action={here} data-guard className="card flex flex-wrap items-end gap-3 px-4 py-4 sm:px-5">
          <div className="min-w-48 flex-1">
            <TextField
              label="Email, phone number or name"
              name="person"
              required
              maxLength={320}
              defaultValue={refused && !isKnown ? refused.person : ''}
            />
          </div>
          <RoleChoice value={refused && !isKnown ? refused.role : 'help_desk'} />
          <div className="min-w-48 flex-1">
            <TextField
              label="Reason"
              name="reason"
              required
              maxLength={500}
              defaultValue={refused && !isKnown ? refused.reason : ''}
            />
          </div>
          <Button type="submit" name="step" value="give">
            Give the role
          </Button>
        </form>
      </OpsPart>
    </>
  );
}

function OperatorRow({
  here,
  operator,
  sent,
}: {
  here: string;
  operator: ShownOperator;
  sent: OperatorsViewProps['refused'];
}): ReactNode {
  const { userId, email, phone, status, role, isOwn } = operator;
  return (
    <li className="px-4 py-4 sm:px-5">
      <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
        <a className="link break-all font-semibold" href={operator.href}>
          {shownName(operator)}
        </a>
        <StatusMark status={status} role={role} />
        {isOwn ? <span className="text-muted">This is you</span> : null}
      </p>
      <p className="mt-0.5 break-all text-sm text-muted">{[shownMail(email), phone].filter(Boolean).join(' · ')}</p>
      <details className="mt-1" open={sent !== null}>
        <summary className="min-h-11 cursor-pointer content-center text-sm">Change or take away</summary>
        <form method="post" action={here} data-guard className="mt-1 flex flex-wrap items-end gap-3">
          <input type="hidden" name="person" value={userId} />
          <RoleChoice value={sent?.role ?? role} />
          <div className="min-w-48 flex-1">
            <TextField label="Reason" name="reason" required maxLength={500} defaultValue={sent?.reason ?? ''} />
          </div>
          <Button type="submit" name="step" value="give">
            Change the role
          </Button>
          <Button type="submit" name="step" value="remove" variant="danger">
            Take it away
          </Button>
        </form>
      </details>
    </li>
  );
}
