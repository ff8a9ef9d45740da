/** Sign-in of a device without keyboard: its code, then its permissions, then the confirmation. Plain forms. */
import type { ReactNode } from 'react';
import { AccountCard } from '#client/shell/account-card.view.tsx';
import { Button } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/controls.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { MAX_PASTED_CHARS } from '#shared/intake/plain-text.ts';
import type { CodeKind } from '#shared/intake/shapes.ts';
import { href } from '#shared/routes.ts';
import { type ConsentPerson, Decided, DecisionButtons, PersonLine, ScopeList } from './consent-parts.view.tsx';

export type DeviceGrantProps =
  | { readonly step: 'enter'; readonly userCode: string; readonly error: string | null }
  | {
      readonly step: 'confirm';
      readonly userCode: string;
      readonly clientName: string;
      readonly scopes: readonly string[];
      readonly person: ConsentPerson;
      /** Id of that user, for whom alone the answer counts. */
      readonly account: string;
      readonly switchHref: string;
    }
  | { readonly step: 'done'; readonly isAllowed: boolean };

export function DeviceGrantView(props: DeviceGrantProps): ReactNode {
  switch (props.step) {
    case 'enter':
      return <EnterCode {...props} />;
    case 'confirm':
      return <Confirm {...props} />;
    case 'done':
      return <Done {...props} />;
  }
}

type Step<Name extends DeviceGrantProps['step']> = Extract<DeviceGrantProps, { step: Name }>;

function EnterCode({ userCode, error }: Step<'enter'>): ReactNode {
  const { t } = useT();
  return (
    <AccountCard title={t('auth.oauth.device.title')} lead={t('auth.oauth.device.lead')}>
      <form method="get" action={href('auth.device')} className="mt-6 grid gap-5" data-guard>
        <TextField
          label={t('auth.oauth.device.code')}
          hint={t('auth.oauth.device.hint')}
          error={error}
          name="user_code"
          defaultValue={userCode}
          className="text-center font-mono text-xl uppercase tracking-[0.2em]"
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={MAX_PASTED_CHARS}
          data-code={'user' satisfies CodeKind}
          required
          autoFocus
        />
        <Button type="submit" variant="primary" size="lg" wide>
          {t('auth.oauth.device.go')}
        </Button>
      </form>
    </AccountCard>
  );
}

function Confirm({ userCode, clientName: client, scopes, person, account, switchHref }: Step<'confirm'>): ReactNode {
  const { t } = useT();
  return (
    <AccountCard title={t('auth.oauth.device.confirm.title', { client })} lead={t('auth.oauth.device.confirm.lead')}>
      <p className="mt-5 rounded-xl border border-line p-4 text-center font-mono text-2xl tracking-[0.2em]">
        {userCode}
      </p>
      <Notice tone="warn" className="mt-5">
        {t('auth.oauth.device.warn')}
      </Notice>
      <PersonLine person={person} switchHref={switchHref} />
      <ScopeList scopes={scopes} />
      <p className="mt-6 text-sm text-muted">{t('auth.oauth.undo', { place: t('auth.account.devices.title') })}</p>
      <form method="post" action={href('auth.device')} className="mt-6" data-guard>
        <input type="hidden" name="user_code" value={userCode} />
        <input type="hidden" name="account" value={account} />
        <DecisionButtons canAllow />
      </form>
      <p className="mt-5 text-center text-sm">
        <a className="link" href={href('auth.device')}>
          {t('auth.oauth.device.another')}
        </a>
      </p>
    </AccountCard>
  );
}

function Done({ isAllowed }: Step<'done'>): ReactNode {
  const { t } = useT();
  const title = isAllowed ? t('auth.oauth.device.allowed.title') : t('auth.oauth.device.denied.title');
  return <Decided isAllowed={isAllowed} title={title} />;
}
