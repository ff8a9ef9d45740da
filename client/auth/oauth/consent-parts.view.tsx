/** Parts shared by the consent pages: the permissions of a program and the account. */
import { FolderOpen, RefreshCw, ShieldAlert, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { AccountCard } from '#client/shell/account-card.view.tsx';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { usePublished } from '#client/ui/published.tsx';
import { href } from '#shared/routes.ts';

export interface ConsentPerson {
  name: string;
  /** Masked e-mail or phone. */
  address: string;
}

const SCOPES = {
  user: { icon: UserRound, key: 'auth.oauth.scope.user' },
  pan: { icon: FolderOpen, key: 'auth.oauth.scope.pan' },
  offline: { icon: RefreshCw, key: 'auth.oauth.scope.offline' },
  operate: { icon: ShieldAlert, key: 'auth.oauth.scope.operate' },
} as const;

function isScope(word: string): word is keyof typeof SCOPES {
  return Object.hasOwn(SCOPES, word);
}

/** In whole sentences, under a heading. */
export function ScopeList({ scopes }: { scopes: readonly string[] }): ReactNode {
  const { t } = useT();
  return (
    <section className="mt-6" aria-labelledby="scopes-title">
      <h2 id="scopes-title" className="text-sm font-semibold">
        {t('auth.oauth.scopes.title')}
      </h2>
      <ul className="mt-3 grid gap-3">
        {scopes.filter(isScope).map((word) => {
          const { icon: Icon, key } = SCOPES[word];
          return (
            <li key={word} className="flex gap-3">
              <Icon size={20} className="mt-0.5 shrink-0 text-muted" aria-hidden="true" />
              <span className="min-w-0">{t(key)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** @param switchHref  where another account is chosen */
export function PersonLine({ person, switchHref }: { person: ConsentPerson; switchHref: string }): ReactNode {
  const { t } = useT();
  const { look, host } = usePublished();
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-xl border border-line p-4">
      <div className="min-w-0">
        <p className="text-xs text-muted">{t('auth.oauth.account')}</p>
        <p className="truncate font-semibold">{person.name}</p>
        <p className="truncate text-sm text-muted">{person.address}</p>
        {/* Anybody may take a name; the host is who asks. */}
        <p className="mt-1 text-sm break-words">
          <bdi>{look.name}</bdi> <span className="text-muted">{host}</span>
        </p>
      </div>
      <a className="link text-sm" href={switchHref}>
        {t('auth.oauth.switch')}
      </a>
    </div>
  );
}

/**
 * The buttons of the form; `decision` is the pressed one.
 * @param canAllow  false for a person who has nothing to confirm with
 */
export function DecisionButtons({ canAllow }: { canAllow: boolean }): ReactNode {
  const { t } = useT();
  const look = { type: 'submit', name: 'decision', size: 'lg', className: 'flex-auto whitespace-nowrap' } as const;
  return (
    <div className="flex flex-wrap-reverse gap-3">
      <Button {...look} value="deny" formNoValidate>
        {t('auth.oauth.deny')}
      </Button>
      {canAllow ? (
        <Button {...look} value="allow" variant="primary">
          {t('auth.oauth.allow')}
        </Button>
      ) : null}
    </div>
  );
}

/** After the decision: the person goes back to the program or on to the drive. */
export function Decided({ isAllowed, title }: { isAllowed: boolean; title: string }): ReactNode {
  const { t } = useT();
  return (
    <AccountCard
      title={title}
      notice={isAllowed ? t('auth.oauth.device.allowed.text') : t('auth.oauth.device.denied.text')}
      noticeTone={isAllowed ? 'ok' : 'info'}
    >
      <Button href={href('drive.all')} className="mt-6" size="lg" wide>
        {t('auth.oauth.refused.drive')}
      </Button>
    </AccountCard>
  );
}
