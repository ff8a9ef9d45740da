/** Asks for consent to a program: its permissions, the account, the site of the answer. One plain form. */
import type { ReactNode } from 'react';
import { AccountCard } from '#client/shell/account-card.view.tsx';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { href } from '#shared/routes.ts';
import { type ConsentPerson, DecisionButtons, PersonLine, ScopeList } from './consent-parts.view.tsx';

export interface ConsentViewProps {
  clientName: string;
  scopes: readonly string[];
  person: ConsentPerson;
  /** The site that gets the answer; '' for an app on this device. */
  place: string;
  /** The request, as the form sends it again. */
  fields: Readonly<Record<string, string>>;
  switchHref: string;
}

export function ConsentView(props: ConsentViewProps): ReactNode {
  const { t } = useT();
  const { clientName: client, place } = props;
  return (
    <AccountCard title={t('auth.oauth.consent.title', { client })} lead={t('auth.oauth.consent.lead', { client })}>
      <PersonLine person={props.person} switchHref={props.switchHref} />
      <ScopeList scopes={props.scopes} />
      <p className="mt-6 text-sm text-muted">
        {place === '' ? t('auth.oauth.consent.app') : t('auth.oauth.consent.place', { place })}
      </p>
      <p className="mt-2 text-sm text-muted">{t('auth.oauth.undo', { place: t('auth.account.devices.title') })}</p>
      <form method="post" action={href('auth.authorize')} className="mt-6" data-guard>
        {Object.entries(props.fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <DecisionButtons canAllow />
      </form>
    </AccountCard>
  );
}

export interface ConsentRefusedProps {
  problem: 'address' | 'client' | 'request';
}

/** A request that must not be answered at its redirect address: only the user sees the error. */
export function ConsentRefusedView({ problem }: ConsentRefusedProps): ReactNode {
  const { t } = useT();
  const sentence = {
    address: t('auth.oauth.refused.address'),
    client: t('auth.oauth.refused.client'),
    request: t('auth.oauth.refused.request'),
  }[problem];
  return (
    <AccountCard title={t('auth.oauth.refused.title')} error={sentence}>
      <p className="mt-6 text-muted">{t('auth.oauth.refused.next')}</p>
      <Button href={href('drive.all')} className="mt-6" size="lg" wide>
        {t('auth.oauth.refused.drive')}
      </Button>
    </AccountCard>
  );
}
