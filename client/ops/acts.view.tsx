/** Lines of the log: who changed which document, and when. */
import type { ReactNode } from 'react';
import type { ActKind } from '#shared/config/acts.ts';
import { momentText } from '#shared/ops/end-time.ts';

export interface ShownActor {
  readonly id: string;
  readonly name: string;
  readonly via: 'console' | 'page' | 'api';
}

export interface ShownAct {
  readonly seq: number;
  readonly atMs: number;
  readonly by: ShownActor;
  readonly act: ActKind;
  readonly beforeVersion: number;
  readonly afterVersion: number;
  readonly note: string;
  /** Of the document. */
  readonly title: string;
  /** Null where this kind of service has no such page. */
  readonly href: string | null;
}

const WORDS: Readonly<Record<ShownAct['act'], string>> = {
  draft: 'saved a draft of',
  discard: 'discarded the draft of',
  refused: 'tried to publish a malformed text of',
  publish: 'published',
  rollback: 'rolled back',
  operator_added: 'made a person an operator:',
  operator_removed: 'took the role of operator from a person:',
  person_blocked: 'blocked a person:',
  person_unblocked: 'unblocked a person:',
  person_signed_out: 'signed a person out everywhere:',
  person_reset: 'demanded a new password of a person:',
  person_reset_link: 'made a link for a new password of a person:',
  person_factor_removed: 'removes the second factor of a person:',
  person_second_asked: 'asks a second operator about a person:',
  person_second_refused: 'refused or took back an act on a person:',
  person_name_reset: 'reset the public name of a person:',
  person_invited: 'made a link for a new account:',
  people_invited: 'invited people by list:',
  invite_links_read: 'read the links of invitations:',
  person_link_withdrawn: 'withdrew a link that an operator gave:',
  person_deleted: 'scheduled an account for deletion:',
  person_kept: 'took the deletion of an account back:',
  person_storage_set: 'set the storage of a person:',
  person_grouped: 'changed the group of a person:',
  people_listed: 'made anew',
  all_copied: 'copied everything that is stored:',
  backup_made: 'made a whole backup:',
  job_retried: 'tried a job again:',
  job_cancelled: 'cancelled a job:',
  job_dismissed: 'took a failed job off the list:',
  setup_done: 'marked a step of the first hour as done:',
  setup_closed: 'closed the list of the',
  letter_retried: 'tried a letter again:',
  letter_dropped: 'dropped a letter:',
  letter_tested: 'sent a test letter:',
  mail_bounced: 'said that mail to an address comes back:',
  mail_complained: 'stopped letters to an address that complained:',
  mail_resumed: 'sends mail to an address again:',
  message_done: 'marked as done a message in',
  message_opened: 'opened again a message in',
  links_judged: 'judged links:',
  case_decided: 'decided a reported link:',
  evidence_opened: 'opened a reported file:',
  order_refunded: 'refunded an order:',
  payment_problem_closed: 'closed a payment problem:',
  coupon_made: 'made a coupon:',
  coupon_ended: 'ended a coupon:',
  member_granted: 'granted a product to a person:',
  member_reversed: 'took a grant back from a person:',
  codes_made: 'made gift codes:',
  codes_revoked: 'revoked gift codes:',
  invitation_released: 'released a held invitation:',
  invitation_refused: 'refused a held invitation:',
};

export function actorName({ id, name, via }: ShownActor): string {
  if (via === 'console') return 'The console';
  return name || id;
}

/** A time in UTC, to compare it with other logs. */
export function Moment({ ms }: { ms: number }): ReactNode {
  return (
    <time dateTime={new Date(ms).toISOString()} className="whitespace-nowrap">
      {momentText(ms)}
    </time>
  );
}

export function ActList({ acts, isOneDocument }: { acts: readonly ShownAct[]; isOneDocument?: boolean }): ReactNode {
  if (acts.length === 0) return <p className="text-muted">No activity yet.</p>;
  return (
    <ol className="card divide-y divide-line">
      {acts.map((act) => (
        <li key={act.seq} className="px-4 py-3 text-sm">
          <p>
            <strong className="font-semibold">{actorName(act.by)}</strong> {WORDS[act.act]}{' '}
            {isOneDocument ? (
              'this document'
            ) : act.href === null ? (
              act.title
            ) : (
              <a className="link" href={act.href}>
                {act.title}
              </a>
            )}
            {act.afterVersion === act.beforeVersion ? null : ` as version ${act.afterVersion}`}
          </p>
          {act.note ? <p className="mt-0.5 break-words">“{act.note}”</p> : null}
          <p className="mt-0.5 text-xs text-muted">
            <Moment ms={act.atMs} />
            {act.by.via === 'api' ? ' · by the API' : null}
          </p>
        </li>
      ))}
    </ol>
  );
}
