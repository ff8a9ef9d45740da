/** One person in a list of people. */
import type { ReactNode } from 'react';
import { useFormat } from '#client/ui/i18n.tsx';
import { shownMail } from '#shared/intake/mail.ts';
import { type OperatorRole, ROLE_NAMES } from '#shared/operator-rights.ts';
import { Moment } from '../acts.view.tsx';

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
  readonly usedBytes: number;
  /** '' for none. */
  readonly group: string;
}

/** How a list names a person. */
export const shownName = ({
  name,
  email,
  phone,
  userId,
}: Pick<ShownPerson, 'name' | 'email' | 'phone' | 'userId'>): string => name || shownMail(email) || phone || userId;

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

export function PersonLine({
  person,
  groups,
}: {
  person: ShownPerson;
  groups: readonly { readonly id: string; readonly name: string }[];
}): ReactNode {
  const format = useFormat();
  const { email, phone, status, role, usedBytes, createdMs, userId, href } = person;
  const group = person.group && (groups.find(({ id }) => id === person.group)?.name ?? person.group);
  return (
    <div className="min-w-0 flex-1">
      <p className="flex items-baseline gap-x-3">
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
          <a className="link break-all font-semibold" href={href}>
            {shownName(person)}
          </a>
          <StatusMark status={status} role={role} />
        </span>
        <span className="flex-none whitespace-nowrap tabular-nums">{format.bytes(usedBytes)}</span>
      </p>
      <p className="mt-0.5 break-all text-muted">{[shownMail(email), phone, group].filter(Boolean).join(' · ')}</p>
      <p className="mt-0.5 text-xs text-muted">
        Since <Moment ms={createdMs} /> · <span className="break-all">{userId}</span>
      </p>
    </div>
  );
}
