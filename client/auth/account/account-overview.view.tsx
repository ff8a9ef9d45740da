/** The account at one look: every section with its state, and the way to it. */
import {
  Bell,
  CircleUserRound,
  Download,
  FileSearch,
  HardDrive,
  KeyRound,
  Languages,
  Lock,
  Mail,
  MonitorSmartphone,
  Plug,
  ShieldCheck,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { LOCALE_NAMES } from '#shared/locale/tags.ts';
import { THEME_WORDS } from './account-display.view.tsx';
import type { AccountPageProps } from './account-parts.view.tsx';

export function AccountOverview({ page }: { page: AccountPageProps }): ReactNode {
  const { t, tn, locale } = useT();
  const format = useFormat();
  const { plan, security } = page;
  const entries = [
    { id: 'profile', Icon: CircleUserRound, title: t('auth.account.profile.title'), state: page.name },
    {
      id: 'addresses',
      Icon: Mail,
      title: t('auth.account.address.title'),
      state: [page.email, page.phone].filter((one) => one !== '').join(' · '),
    },
    {
      id: 'plan',
      Icon: HardDrive,
      title: t('membership.plan.title'),
      state: [
        ...(plan.premium === null ? [] : [t(plan.premium ? 'ui.person.premium' : 'membership.plan.free')]),
        ...(plan.use
          ? [
              t('ui.storage.used', {
                used: format.bytes(plan.use.usageBytes),
                limit: format.bytes(plan.use.limitBytes),
              }),
            ]
          : []),
      ].join(' · '),
    },
    {
      id: 'password',
      Icon: KeyRound,
      title: t('auth.account.password.title'),
      state: page.passwordMs === null ? '' : t('auth.account.password.changed', { date: format.date(page.passwordMs) }),
    },
    {
      id: 'security',
      Icon: ShieldCheck,
      title: t('auth.account.security.title'),
      state: [
        t(security.twoStep ? 'auth.account.security.on' : 'auth.account.security.off'),
        ...(security.passkeys > 0 ? [tn('auth.account.security.passkeys', security.passkeys)] : []),
      ].join(' · '),
    },
    {
      id: 'devices',
      Icon: MonitorSmartphone,
      title: t('auth.account.devices.title'),
      state: tn('auth.account.devices.count', page.devices.length),
    },
    { id: 'programs', Icon: Plug, title: t('programs.account.section'), state: '' },
    { id: 'mail', Icon: Bell, title: t('mail.choices.title'), state: '' },
    {
      id: 'display',
      Icon: Languages,
      title: t('auth.account.display.title'),
      state: `${LOCALE_NAMES[locale]} · ${t(THEME_WORDS[page.theme])}`,
    },
    ...(page.wordsInside === null
      ? []
      : [{ id: 'inside', Icon: FileSearch, title: t('auth.account.inside.title'), state: '' }]),
    { id: 'export', Icon: Download, title: t('auth.account.export.title'), state: '' },
    { id: 'end', Icon: Lock, title: t('auth.account.end.title'), state: '' },
  ];
  return (
    <nav aria-label={t('auth.account.overview')} className="card p-2 lg:sticky lg:top-20">
      <ul>
        {entries.map(({ id, Icon, title, state }) => (
          <li key={id}>
            <a
              className="flex min-h-11 items-center gap-3 rounded-md px-3 py-2 text-sm leading-snug hover:bg-sunken"
              href={`#${id}`}
            >
              <Icon size={20} className="flex-none text-muted" aria-hidden="true" />
              <span className="min-w-0">
                <span className="font-semibold">{title}</span>
                {state === '' ? null : <span className="block text-xs break-words text-muted">{state}</span>}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
