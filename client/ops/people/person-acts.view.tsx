/** Forms of the acts on one account. An act that is not possible now has no form. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { hasRight, type OperatorRole, PERSON_ACT_RIGHTS } from '#shared/operator-rights.ts';
import type { PersonActKind } from '#shared/ops/people.ts';
import { href } from '#shared/routes.ts';
import { OpsPart } from '../ops-frame.view.tsx';

export interface AccountFacts {
  readonly userId: string;
  readonly status: string;
  /** BLOCKED: the status that returns with the end of the block. */
  readonly held: string;
  readonly role: OperatorRole | '';
  /** 0: the account is not deleted. */
  readonly endsMs: number;
}

/** Fields of a form that was refused. */
export interface SentAct {
  readonly act: string;
  readonly reason: string;
  readonly ends: string;
  /** Time of the day. */
  readonly at: string;
  readonly gib: string;
  /** `quota`. */
  readonly gb: string;
  readonly group: string;
}

export interface PersonActsProps {
  readonly here: string;
  readonly account: AccountFacts;
  /** Of the operator who looks. */
  readonly role: OperatorRole;
  readonly isOwn: boolean;
  /** Whether the service has premium. */
  readonly hasOffers: boolean;
  /** Whether a code reaches the person. */
  readonly codes: boolean;
  /** Whether there is a second factor or a passkey. */
  readonly hasFactors: boolean;
  readonly formKey: string;
  /** The form that was refused; null for none. */
  readonly sent: SentAct | null;
}

interface ActFormProps extends PersonActsProps {
  readonly act: PersonActKind;
  readonly label: string;
  readonly text: string;
  readonly isDanger?: boolean;
  readonly children?: ReactNode;
}

/** Nothing for an act that the role does not include. */
export function ActForm({
  here,
  account,
  role,
  formKey,
  sent,
  act,
  label,
  text,
  isDanger,
  children,
}: ActFormProps): ReactNode {
  if (!hasRight(role, PERSON_ACT_RIGHTS[act])) return null;
  return (
    <form method="post" action={here} data-guard className="grid grid-cols-[minmax(0,1fr)] gap-3 px-4 py-4 sm:px-5">
      <input type="hidden" name="person" value={account.userId} />
      <input type="hidden" name="key" value={formKey} />
      <p className="text-sm">{text}</p>
      <div className="flex flex-wrap items-end gap-3">
        {children}
        <div className="min-w-48 flex-1">
          <TextField
            label="Reason"
            name="reason"
            required
            maxLength={500}
            defaultValue={sent?.act === act ? sent.reason : ''}
          />
        </div>
        <Button type="submit" name="step" value={act} variant={isDanger ? 'danger' : 'quiet'}>
          {label}
        </Button>
      </div>
    </form>
  );
}

/** A day, which ends at midnight UTC, or a moment of it. */
export function EndFields({
  sent,
  act,
  isOptional = false,
}: {
  sent: SentAct | null;
  act: PersonActKind;
  isOptional?: boolean;
}): ReactNode {
  const { ends, at } = sent?.act === act ? sent : { ends: '', at: '' };
  return (
    <>
      <TextField
        label={isOptional ? 'Ends (UTC, optional)' : 'Ends (UTC)'}
        name="ends"
        type="date"
        required={!isOptional}
        defaultValue={ends}
      />
      <TextField label="Time (optional)" name="at" type="time" defaultValue={at} />
    </>
  );
}

function signOutText(isOwn: boolean, isBlocked: boolean): string {
  if (isOwn) return 'Ends every session, also this one. You can sign in again.';
  if (isBlocked) return 'Ends every session. The person cannot sign in while the account is blocked.';
  return 'Ends every session. The person can sign in again.';
}

export function PersonActs({ storage, ...props }: PersonActsProps & { readonly storage: ReactNode }): ReactNode {
  const { account, role, isOwn, sent, hasOffers } = props;
  const isOperator = account.role !== '';
  if (isOperator && !isOwn && role !== 'all')
    return (
      <p className="mt-6 max-w-prose text-muted">
        This is an operator: only one with the role “All” acts on the account.
      </p>
    );
  const hasAccess = (['help', 'content', 'accounts'] as const).some((right) => hasRight(role, right));
  return (
    <>
      {isOwn ? (
        <p className="mt-6 max-w-prose text-muted">
          This is your own account. Another operator decides about its {hasOffers ? 'plan and storage' : 'storage'}; you
          can sign it out.
        </p>
      ) : hasRight(role, 'money') ? (
        <OpsPart id="limits" title={hasOffers ? 'Plan and storage' : 'Storage'} lead="Each is an entry of the ledger.">
          <div className="card divide-y divide-line">
            {storage}
            {hasOffers ? (
              <ActForm
                {...props}
                act="premium"
                label="Give premium"
                text="Premium until that moment; without a time, until that day has ended. What the person has counts towards it."
              >
                <EndFields sent={sent} act="premium" />
              </ActForm>
            ) : null}
            <ActForm
              {...props}
              act="storage"
              label="Add storage"
              text="Storage beside the usual amount, until that moment; without a time, until that day has ended."
            >
              <TextField
                label="GB"
                name="gib"
                type="number"
                min={1}
                max={1_048_576}
                required
                defaultValue={sent?.act === 'storage' ? sent.gib : ''}
              />
              <EndFields sent={sent} act="storage" />
            </ActForm>
          </div>
        </OpsPart>
      ) : null}
      {hasAccess ? <Access {...props} /> : null}
    </>
  );
}

function Access(props: PersonActsProps): ReactNode {
  const { account, role, isOwn, codes, hasFactors } = props;
  const isBlocked = account.status === 'BLOCKED';
  const isClosing = account.status === 'CLOSING' || account.held === 'CLOSING';
  const isOperator = account.role !== '';
  return (
    <OpsPart
      id="access"
      title="Access"
      {...(isOwn || isOperator ? {} : { lead: 'The reason of a block is in the letter to the person.' })}
    >
      <div className="card divide-y divide-line">
        {isOwn || isOperator ? null : isBlocked ? (
          <ActForm
            {...props}
            act="unblock"
            label="Unblock"
            text="Links, folders in common and the way in open again, as they were before the block."
          />
        ) : (
          <ActForm
            {...props}
            act="block"
            label="Block"
            isDanger
            text="Ends every session, link, upload and folder in common at once, until the account is unblocked. Nothing is deleted."
          />
        )}
        <ActForm {...props} act="sign_out" label="Sign out everywhere" text={signOutText(isOwn, isBlocked)} />
        {isOwn ? null : (
          <ActForm
            {...props}
            act="reset_name"
            label="Reset the public name"
            text="Links, pages that collect files and new invitations show a masked name within a minute. The person is notified, and cannot choose this name or that of the account again."
          />
        )}
        {isOwn || isOperator || isBlocked || isClosing ? null : !codes ? (
          <ActForm
            {...props}
            act="reset_link"
            label="Make a link for a new password"
            text={
              role === 'help_desk'
                ? 'No code reaches this person. A second operator has to confirm on this page, and hands the link over: it opens a form with a new password, once, within a day.'
                : 'No code reaches this person. The link opens a form with a new password, once, within a day; hand it over yourself.'
            }
          />
        ) : (
          <ActForm
            {...props}
            act="reset"
            label="Demand a new password"
            text="Ends every session, and sends a letter. The account opens when the person has chosen another password."
          />
        )}
        {isOwn || !hasFactors ? null : (
          <ActForm
            {...props}
            act="remove_factor"
            label="Remove second factor"
            text={
              codes
                ? 'For a lost phone or key. Second factor and passkeys are removed in 24 hours, and every session ends. The person gets a letter now and can stop it until then.'
                : 'For a lost phone or key. No letter reaches this person: it makes a link to hand over, which within 24 hours removes second factor and passkeys and ends every session. Make sure that it is the person.'
            }
          />
        )}
        {isOwn || isOperator ? null : isClosing ? (
          <ActForm {...props} act="keep" label="Keep the account" text="Takes the deletion back." />
        ) : (
          <ActForm
            {...props}
            act="delete"
            label="Delete the account"
            isDanger
            text={`Deletes the account with all files and links after seven days. Until then ${isBlocked ? 'an operator' : 'the person or an operator'} can take it back.`}
          />
        )}
      </div>
      {isOperator && !isOwn ? (
        <p className="mt-3 text-sm text-muted">
          Block and Delete are missing, because an operator is neither blocked nor deleted. Take the role away first:{' '}
          <a className="link" href={href('ops.document', { document: 'operators' })}>
            Operators
          </a>
        </p>
      ) : null}
    </OpsPart>
  );
}
