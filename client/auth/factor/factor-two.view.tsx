/** Two-step sign-in: its state, setting it up with a picture to scan, new recovery codes, turning it off. */
import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Card, Notice } from '#client/ui/controls.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { MAX_PASTED_CHARS } from '#shared/intake/plain-text.ts';
import { CodeField } from '../sign-in/code-field.view.tsx';
import { errorOf, FactorFields, type FactorSectionProps } from './factor-fields.view.tsx';

export function TwoFactorView(props: FactorSectionProps): ReactNode {
  const { t } = useT();
  const { twoFactor, setup, sudoToken } = props;
  const isOn = twoFactor.enabledMs !== null;
  const error = errorOf(props, 'two');
  return (
    <Card className="p-5 sm:p-6">
      <div className="flex flex-wrap items-center gap-3">
        <ShieldCheck size={24} className="text-accent" aria-hidden="true" />
        <h2 className="text-lg">{t('auth.factor.two.title')}</h2>
        <span
          className={`rounded-full px-2.5 py-0.5 text-xs font-semibold ${isOn ? 'bg-accent-soft text-accent' : 'bg-sunken text-muted'}`}
        >
          {t(isOn ? 'auth.factor.two.on' : 'auth.factor.two.off')}
        </span>
      </div>
      <p className="mt-2 text-muted">{t('auth.factor.two.lead')}</p>
      {error ? (
        <Notice tone="danger" className="mt-4">
          {error}
        </Notice>
      ) : null}
      {isOn ? <OnState {...props} /> : null}
      {!isOn && setup ? <SetupForm {...props} setup={setup} /> : null}
      {!isOn && !setup && sudoToken !== '' ? (
        <form method="post" action={props.action} className="mt-4" data-guard>
          <FactorFields step="two-setup" sudoToken={sudoToken} />
          <Button type="submit" variant="primary">
            {t('auth.factor.two.set_up')}
          </Button>
        </form>
      ) : null}
    </Card>
  );
}

function OnState(props: FactorSectionProps): ReactNode {
  const { t, tn } = useT();
  const { date } = useFormat();
  const { twoFactor, sudoToken, action } = props;
  const left = twoFactor.recoveryCodesLeft;
  return (
    <>
      <p className="mt-4">
        {t('auth.factor.two.since', { date: date(twoFactor.enabledMs ?? 0) })}{' '}
        {left > 0 ? tn('auth.factor.two.left', left) : null}
      </p>
      {left === 0 ? (
        <Notice tone="warn" className="mt-4">
          {t('auth.factor.two.none_left')}
        </Notice>
      ) : null}
      {sudoToken === '' ? null : (
        <div className="mt-5 grid gap-6 border-t border-line pt-5">
          <form method="post" action={action} className="grid justify-items-start gap-3" data-guard>
            <FactorFields step="two-renew" sudoToken={sudoToken} />
            <p className="text-sm text-muted">{t('auth.factor.two.renew.lead')}</p>
            <Button type="submit">{t('auth.factor.two.renew.submit')}</Button>
          </form>
          <form method="post" action={action} className="grid gap-3 border-t border-line pt-5" data-guard>
            <FactorFields step="two-off" sudoToken={sudoToken} />
            <p className="text-sm text-muted">{t('auth.factor.two.turn_off.lead')}</p>
            <TextField
              label={t('auth.factor.two.any_code')}
              name="code"
              className="max-w-xs font-mono"
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={MAX_PASTED_CHARS}
              required
              error={errorOf(props, 'off')}
            />
            <div>
              <Button type="submit" variant="danger">
                {t('auth.factor.two.turn_off')}
              </Button>
            </div>
          </form>
        </div>
      )}
    </>
  );
}

/** @returns groups of four, easier to type */
function grouped(secret: string): string {
  return (secret.match(/.{1,4}/g) ?? []).join(' ');
}

function SetupForm(props: FactorSectionProps & { setup: NonNullable<FactorSectionProps['setup']> }): ReactNode {
  const { t } = useT();
  const { setup, action, sudoToken } = props;
  return (
    <div className="mt-5 border-t border-line pt-5">
      <h3 className="font-semibold">{t('auth.factor.setup.title')}</h3>
      <p className="mt-2">{t('auth.factor.setup.scan')}</p>
      <div className="mt-3 flex flex-wrap items-start gap-5">
        <img
          src={`data:image/svg+xml,${encodeURIComponent(setup.qrSvg)}`}
          alt={t('auth.factor.setup.qr')}
          width={196}
          height={196}
          className="rounded-md border border-line"
        />
        <div className="grid min-w-0 flex-1 basis-56 justify-items-start gap-2">
          <p className="text-sm text-muted">{t('auth.factor.setup.key')}</p>
          <code className="break-words font-mono select-all" data-secret={setup.secret}>
            {grouped(setup.secret)}
          </code>
          <Button
            size="sm"
            className="needs-script"
            data-copy={setup.secret}
            data-copied={t('auth.factor.codes.copied')}
          >
            {t('auth.factor.setup.key.copy')}
          </Button>
          <a className="link text-sm" href={setup.otpauthUri}>
            {t('auth.factor.setup.open')}
          </a>
        </div>
      </div>
      <form method="post" action={action} className="mt-5 grid gap-4" data-guard>
        <FactorFields step="two-on" sudoToken={sudoToken} />
        <input type="hidden" name="setup_token" value={setup.setupToken} />
        <CodeField label={t('auth.factor.setup.code')} className="max-w-xs" error={errorOf(props, 'setup')} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary">
            {t('auth.factor.setup.submit')}
          </Button>
          <Button href={action} variant="plain">
            {t('auth.factor.setup.cancel')}
          </Button>
        </div>
      </form>
    </div>
  );
}
