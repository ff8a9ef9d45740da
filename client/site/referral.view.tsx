/** Inviting others: the own link with its QR code, the people who came by it, and the rules. Works without script. */
import { Copy, Gift, QrCode as QrIcon, Share2, UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/controls.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { QrCode } from '#client/ui/qr-code.tsx';
import type { InvitedState } from '#shared/membership/invitation.rules.ts';
import { href } from '#shared/routes.ts';

export interface InvitedPerson {
  /** Masked; '' for a person who has left. */
  readonly nickname: string;
  /** Epoch ms. */
  readonly atMs: number;
  readonly state: InvitedState;
  /** When a pending reward is given, epoch ms. */
  readonly dueMs: number;
  /** Of premium, for the person who invited. */
  readonly days: number;
}

export interface OwnInvitationsView {
  readonly code: string;
  readonly url: string;
  /** Days that were given. */
  readonly days: number;
  readonly people: number;
  /** People whose reward waits. */
  readonly pending: number;
  readonly shown: readonly InvitedPerson[];
}

export interface ReferralRules {
  readonly inviterDays: number;
  readonly invitedDays: number;
  readonly waitHours: number;
  readonly perMonth: number;
  readonly inAll: number;
}

export interface ReferralViewProps {
  /** Null for a visitor. */
  readonly own: OwnInvitationsView | null;
  readonly rules: ReferralRules;
  readonly pageSize: number;
  /** Not the first page of people. */
  readonly isLater: boolean;
}

export function ReferralView({ own, rules, pageSize, isLater }: ReferralViewProps): ReactNode {
  const { t } = useT();
  return (
    <div className="drive-page">
      <h1 className="page-title">{t('membership.referral.title')}</h1>
      <p className="mt-1 text-muted">{t('membership.referral.lead')}</p>
      {own ? <OwnLink own={own} /> : null}
      <Rules rules={rules} />
      {own ? (
        <People own={own} pageSize={pageSize} isLater={isLater} />
      ) : (
        <Button
          href={`${href('auth.sign-in')}?${new URLSearchParams({ next: href('site.referral') })}`}
          variant="primary"
          size="lg"
          className="mt-8 max-sm:w-full"
        >
          {t('ui.shell.sign_in')}
        </Button>
      )}
    </div>
  );
}

function OwnLink({ own: { url, code } }: { own: OwnInvitationsView }): ReactNode {
  const { t } = useT();
  return (
    <Card className="mt-6 grid gap-4 p-5 sm:p-6">
      <h2 className="text-lg">{t('membership.referral.link')}</h2>
      <input
        className="input min-w-0 font-mono text-sm"
        readOnly
        value={url}
        aria-label={t('membership.referral.link')}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          className="needs-script"
          icon={<Copy size={18} aria-hidden="true" />}
          data-copy={url}
          data-copied={t('drive.link.copied')}
        >
          {t('drive.link.copy')}
        </Button>
        <Button className="needs-script" icon={<Share2 size={18} aria-hidden="true" />} data-send={url} hidden>
          {t('drive.link.send')}
        </Button>
      </div>
      <details>
        <summary className="inline-flex cursor-pointer items-center gap-2 font-semibold">
          <QrIcon size={18} aria-hidden="true" /> {t('share.my_links.qr')}
        </summary>
        <div className="mt-4">
          <QrCode text={url} label={t('share.my_links.qr_of', { url })} />
        </div>
      </details>
      <p className="text-sm text-muted">{t('membership.referral.code', { code })}</p>
    </Card>
  );
}

function Rules({ rules }: { rules: ReferralRules }): ReactNode {
  const { t, tn } = useT();
  const format = useFormat();
  const { inviterDays, invitedDays, waitHours, perMonth, inAll } = rules;
  const days = (count: number) => tn('site.help.days', count);
  return (
    <section aria-labelledby="rules" className="mt-8">
      <h2 id="rules" className="text-xl">
        {t('membership.referral.rules')}
      </h2>
      <ul className="mt-4 grid gap-3">
        <Rule icon={<UserPlus size={20} aria-hidden="true" />}>
          {invitedDays > 0
            ? t('membership.referral.rule.invited', { days: days(invitedDays) })
            : t('membership.referral.rule.new')}
        </Rule>
        {inviterDays > 0 ? (
          <Rule icon={<Gift size={20} aria-hidden="true" />}>
            {waitHours > 0
              ? t('membership.referral.rule.inviter', {
                  days: days(inviterDays),
                  hours: tn('membership.referral.hours', waitHours),
                })
              : t('membership.referral.rule.at_once', { days: days(inviterDays) })}
          </Rule>
        ) : null}
      </ul>
      <p className="mt-4 text-muted">
        {t('membership.referral.rule.caps', { month: format.number(perMonth), all: format.number(inAll) })}{' '}
        {t('membership.referral.rule.abuse')}
      </p>
    </section>
  );
}

function Rule({ icon, children }: { icon: ReactNode; children: ReactNode }): ReactNode {
  return (
    <li className="flex items-center gap-4">
      <span className="grid h-10 w-10 flex-none place-items-center rounded-full bg-accent-soft text-accent">
        {icon}
      </span>
      <p>{children}</p>
    </li>
  );
}

function People({
  own: { people, days, pending, shown },
  pageSize,
  isLater,
}: Pick<ReferralViewProps, 'pageSize' | 'isLater'> & { own: OwnInvitationsView }): ReactNode {
  const { t, tn } = useT();
  const last = shown.at(-1);
  return (
    <section aria-labelledby="people" className="mt-8">
      <h2 id="people" className="text-xl">
        {t('membership.referral.people')}
      </h2>
      {people === 0 ? (
        <p className="mt-3 text-muted">{t('membership.referral.empty')}</p>
      ) : (
        <p className="mt-3 text-muted">
          {[
            tn('membership.referral.count', people),
            t('membership.referral.given', { days: tn('site.help.days', days) }),
            ...(pending > 0 ? [tn('membership.referral.pending', pending)] : []),
          ].join(' · ')}
        </p>
      )}
      <ul className="mt-4 grid gap-2">
        {shown.map((person) => (
          <Person key={`${person.atMs} ${person.nickname}`} person={person} />
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-4">
        {isLater ? (
          <a className="link" href={href('site.referral')}>
            {t('membership.referral.newest')}
          </a>
        ) : null}
        {last && shown.length === pageSize ? (
          <a className="link" href={`${href('site.referral')}?${new URLSearchParams({ before: String(last.atMs) })}`}>
            {t('membership.referral.older')}
          </a>
        ) : null}
      </div>
    </section>
  );
}

const STATE_LABELS = {
  held: 'membership.referral.state.held',
  refused: 'membership.referral.state.refused',
  capped: 'membership.referral.state.capped',
} as const;

function Person({ person: { nickname, atMs, state, dueMs, days } }: { person: InvitedPerson }): ReactNode {
  const { t, tn } = useT();
  const format = useFormat();
  const text =
    state === 'granted'
      ? t('membership.referral.state.granted', { days: tn('site.help.days', days) })
      : state === 'pending'
        ? t('membership.referral.state.pending', { days: tn('site.help.days', days), date: format.dateAndTime(dueMs) })
        : t(STATE_LABELS[state]);
  return (
    <li className="card flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 p-4" data-invited={state}>
      <span className="min-w-0 font-semibold break-words">{nickname || t('membership.referral.gone')}</span>
      <span className="text-sm text-muted">{format.date(atMs)}</span>
      <span className="basis-full text-muted">{text}</span>
    </li>
  );
}
