/** Parts shared by the consent pages: the permissions of a program and the account. */
import { FolderOpen, RefreshCw, ShieldAlert, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';

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
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-xl border border-line p-4">
      <div className="min-w-0">
        <p className="text-xs text-muted">{t('auth.oauth.account')}</p>
        <p className="truncate font-semibold">{person.name}</p>
        <p className="truncate text-sm text-muted">{person.address}</p>
      </div>
      <a className="link text-sm" href={switchHref}>
        {t('auth.oauth.switch')}
      </a>
    </div>
  );
}

/** The buttons of the form; `decision` is the pressed one. */
export function DecisionButtons(): ReactNode {
  const { t } = useT();
  return (
    <>
      <Button type="submit" name="decision" value="deny" size="lg" className="flex-auto whitespace-nowrap">
        {t('auth.oauth.deny')}
      </Button>
      <Button
        type="submit"
        name="decision"
        value="allow"
        variant="primary"
        size="lg"
        className="flex-auto whitespace-nowrap"
      >
        {t('auth.oauth.allow')}
      </Button>
    </>
  );
}
