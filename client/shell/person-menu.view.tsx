/**
 * The signed-in user, their storage and links. A native disclosure and a form, so that signing out needs no script.
 */
import { Bookmark, BookOpen, CalendarCheck, LogOut, MessageSquare, UserPlus, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { StorageBar } from '#client/ui/progress.tsx';
import { joinLocale } from '#shared/locale/path.ts';
import type { PlanLimits } from '#shared/membership/plans.ts';
import { actionHref } from '#shared/navigation/actions.ts';
import { href } from '#shared/routes.ts';

export interface Person {
  name: string;
  /** E-mail or phone, shown below the name. */
  contact?: string;
  /** Address of the picture; '' or absent for none. */
  picture?: string;
  /** Absent where it was not loaded: no plan is shown. */
  premium?: boolean;
  /** End of premium, epoch ms; 0 or absent for none. */
  premiumEndMs?: number;
  /** Ceiling of the days to the end of premium. */
  premiumDays?: number;
  /** Limits of premium, where it is sold. */
  shop?: Pick<PlanLimits, 'storageBytes' | 'fileBytes' | 'tasksPerDay'>;
  /** Offers that operators opened. */
  offers?: { readonly checkIn: boolean; readonly invitations: boolean };
  /** May work at the operators' desk. */
  isOperator?: boolean;
  /** Bytes, and notifications that were not read; absent on pages that do not load it. */
  space?: { readonly usageBytes: number; readonly limitBytes: number; readonly unread?: number };
}

export function PersonMenu({ person }: { person: Person }): ReactNode {
  const { t } = useT();
  return (
    <details className="max-md:hidden sm:relative" data-menu>
      <summary className="btn btn-icon" aria-label={t('ui.person.menu', { name: person.name })} title={person.name}>
        <PersonPicture person={person} />
      </summary>
      <div className="menu absolute end-2 top-full mt-1 min-w-64 sm:end-0">
        <div className="mb-1.5 border-b border-line px-3 pt-1.5 pb-3 text-sm">
          <PersonFacts person={person} />
        </div>
        <a className="menu-item" href={href('account.settings')}>
          <UserRound size={18} aria-hidden="true" />
          {t('auth.account.menu')}
        </a>
        <PersonLinks person={person} />
      </div>
    </details>
  );
}

function PersonPicture({ person }: { person: Person }): ReactNode {
  if (person.picture)
    return <img src={person.picture} alt="" width={36} height={36} className="h-9 w-9 rounded-full object-cover" />;
  return (
    <span
      className="grid h-9 w-9 place-items-center rounded-full bg-accent-soft text-sm font-bold text-accent"
      aria-hidden="true"
    >
      {Array.from(person.name.trim())[0]?.toLocaleUpperCase() ?? '?'}
    </span>
  );
}

/** Head of the menu of a phone. */
export function PersonHead({ person }: { person: Person }): ReactNode {
  return (
    <div className="flex gap-3 px-3 text-sm md:hidden">
      <PersonPicture person={person} />
      <div className="min-w-0 flex-1">
        <PersonFacts person={person} />
      </div>
    </div>
  );
}

function PersonFacts({ person }: { person: Person }): ReactNode {
  return (
    <>
      <p className="font-semibold">{person.name}</p>
      {person.contact && person.contact !== person.name ? <p className="text-xs text-muted">{person.contact}</p> : null}
      <Plan person={person} />
    </>
  );
}

/** Places of the account that the menu leads to, with the way out at its end. */
export function PersonLinks({ person }: { person: Person }): ReactNode {
  const { t, locale } = useT();
  return (
    <>
      {person.offers?.checkIn ? (
        <a className="menu-item" href={joinLocale(locale, href('site.check-in'))}>
          <CalendarCheck size={18} aria-hidden="true" />
          {t('site.check_in.title')}
        </a>
      ) : null}
      {person.offers?.invitations ? (
        <a className="menu-item" href={href('site.referral')}>
          <UserPlus size={18} aria-hidden="true" />
          {t('membership.referral.title')}
        </a>
      ) : null}
      <a className="menu-item" href={joinLocale(locale, href('site.links-hub'))}>
        <Bookmark size={18} aria-hidden="true" />
        {t('site.links_hub.title')}
      </a>
      <a className="menu-item needs-script" href={actionHref('show_beginner_dialog')}>
        <BookOpen size={18} aria-hidden="true" />
        {t('ui.sidebar.guide')}
      </a>
      <a className="menu-item" href={href('drive.feedback')}>
        <MessageSquare size={18} aria-hidden="true" />
        {t('ops.feedback.title')}
      </a>
      <form method="post" action={href('auth.sign-out')} className="mt-1.5 border-t border-line pt-1.5">
        <button type="submit" className="menu-item">
          <LogOut size={18} aria-hidden="true" />
          {t('ui.person.sign_out')}
        </button>
      </form>
    </>
  );
}

function Plan({ person: { premium, premiumEndMs = 0, premiumDays = 0, shop, space } }: { person: Person }): ReactNode {
  const { t, tn } = useT();
  const format = useFormat();
  return (
    <>
      {premium ? (
        <p className="iridescent mt-2 inline-block rounded-full px-2.5 py-0.5 text-xs font-semibold text-white">
          {t('ui.person.premium')}
        </p>
      ) : null}
      {premium && premiumEndMs > 0 ? (
        <p className="mt-1 text-xs text-muted">
          {t('membership.status.until', { date: format.date(premiumEndMs) })} · {tn('membership.vip.days', premiumDays)}
        </p>
      ) : null}
      {premium === false ? <p className="mt-2 text-xs font-semibold">{t('ui.person.free')}</p> : null}
      {space ? (
        <div className="mt-2 grid gap-1.5 text-xs text-muted">
          <StorageBar label={t('ui.storage.title')} usedBytes={space.usageBytes} limitBytes={space.limitBytes} />
          <p>{t('ui.storage.used', { used: format.bytes(space.usageBytes), limit: format.bytes(space.limitBytes) })}</p>
        </div>
      ) : null}
      {shop ? (
        <Button href={href('drive.payment')} size="sm" wide variant={premium ? 'quiet' : 'primary'} className="mt-3">
          {t(premium ? 'membership.plan.plans' : 'membership.offer.get')}
        </Button>
      ) : null}
    </>
  );
}
