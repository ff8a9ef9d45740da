/**
 * Who is signed in, and the way out. A native disclosure and a form, so signing out needs no script.
 */
import { LogOut, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '#client/ui/i18n.tsx';
import { href } from '#shared/routes.ts';

export interface Person {
  name: string;
  /** E-mail or phone, shown below the name. */
  contact?: string;
  premium?: boolean;
}

export function PersonMenu({ person }: { person: Person }): ReactNode {
  const { t } = useT();
  const initial = Array.from(person.name.trim())[0]?.toLocaleUpperCase() ?? '?';
  return (
    <details className="sm:relative" data-menu>
      <summary className="btn btn-icon" aria-label={t('ui.person.menu', { name: person.name })} title={person.name}>
        <span
          className="grid h-9 w-9 place-items-center rounded-full bg-accent-soft text-sm font-bold text-accent"
          aria-hidden="true"
        >
          {initial}
        </span>
      </summary>
      <div className="menu absolute end-2 top-full mt-1 sm:end-0">
        <div className="mb-1.5 border-b border-line px-3 pt-1.5 pb-3 text-sm">
          <p className="font-semibold">{person.name}</p>
          {person.contact ? <p className="text-xs text-muted">{person.contact}</p> : null}
          {person.premium ? (
            <p className="iridescent mt-2 inline-block rounded-full px-2.5 py-0.5 text-xs font-semibold text-white">
              {t('ui.person.premium')}
            </p>
          ) : null}
        </div>
        <a className="menu-item" href={href('account.settings')}>
          <UserRound size={18} aria-hidden="true" />
          {t('account.menu')}
        </a>
        <form method="post" action={href('auth.sign-out')}>
          <button type="submit" className="menu-item">
            <LogOut size={18} aria-hidden="true" />
            {t('ui.person.sign_out')}
          </button>
        </form>
      </div>
    </details>
  );
}
