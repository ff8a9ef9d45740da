/** The providers that a person may sign in with: linking one, and removing a link. */
import { LogIn } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Card, Notice } from '#client/ui/controls.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { errorOf, FactorFields, type FactorSectionProps } from '../factor/factor-fields.view.tsx';
import type { ShownLink, ShownProvider } from './shown-links.ts';

/** Nothing where there is no provider and no link. */
export function ProviderLinksView(props: FactorSectionProps): ReactNode {
  const { t } = useT();
  const { providers, links } = props.providers;
  const error = errorOf(props, 'provider');
  const open = providers.filter(({ id }) => !links.some(({ providerId }) => providerId === id));
  if (providers.length === 0 && links.length === 0) return null;
  return (
    <Card className="p-5 sm:p-6">
      <div className="flex items-center gap-3">
        <LogIn size={24} className="flex-none text-accent" aria-hidden="true" />
        <h2 className="text-lg">{t('auth.provider.title')}</h2>
      </div>
      <p className="mt-2 text-muted">{t('auth.provider.lead')}</p>
      {error ? (
        <Notice tone="danger" className="mt-4">
          {error}
        </Notice>
      ) : null}
      <ul className="mt-4 divide-y divide-line border-y border-line">
        {links.map((link) => (
          <LinkRow key={link.linkId} {...props} link={link} />
        ))}
        {open.map((provider) => (
          <OpenRow key={provider.id} {...props} provider={provider} />
        ))}
      </ul>
    </Card>
  );
}

function LinkRow({ action, sudoToken, link }: FactorSectionProps & { link: ShownLink }): ReactNode {
  const { t } = useT();
  const { date } = useFormat();
  const facts = [
    t('auth.provider.since', { date: date(link.createdMs) }),
    t('auth.provider.used', { date: date(link.usedMs) }),
  ];
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-semibold break-words">{link.providerName}</p>
        {link.label ? <p className="text-sm break-words">{link.label}</p> : null}
        <p className="text-sm text-muted">{facts.join(' · ')}</p>
      </div>
      {sudoToken === '' ? null : (
        <form method="post" action={action} data-guard>
          <FactorFields step="provider-remove" sudoToken={sudoToken} />
          <input type="hidden" name="id" value={link.linkId} />
          <Button
            type="submit"
            variant="danger"
            aria-label={t('auth.provider.remove_named', { provider: link.providerName })}
          >
            {t('auth.provider.remove')}
          </Button>
        </form>
      )}
    </li>
  );
}

function OpenRow({ action, sudoToken, provider }: FactorSectionProps & { provider: ShownProvider }): ReactNode {
  const { t } = useT();
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-semibold break-words">{provider.name}</p>
        <p className="text-sm text-muted">{t('auth.provider.not_linked')}</p>
      </div>
      {sudoToken === '' ? null : (
        <form method="post" action={action} data-guard>
          <FactorFields step="provider-link" sudoToken={sudoToken} />
          <input type="hidden" name="provider" value={provider.id} />
          <Button type="submit">{t('auth.provider.link', { provider: provider.name })}</Button>
        </form>
      )}
    </li>
  );
}
