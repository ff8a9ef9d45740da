/**
 * The second step of a sign-in, inside the page that made the first. The server shows it when `auth.signIn` threw
 * `two_factor_required`; `token` and `methods` are its metadata (`two_factor_token`, `methods` split at commas).
 * Its forms post to `action` with the fields `step=second-factor`, `next`, `two_factor_token`, `methods`, and either
 * `two_factor_code` or `recovery_code`; the link between the two posts `switch=code|recovery` and no code. The page repeats
 * `auth.signIn` with `twoFactorToken` and `twoFactorCode` or `recoveryCode`, and on a refusal shows this again with `error`;
 * at reason `two_factor_token_over` it shows the first step instead. Works without script. Placed below an AccountCard with
 * `auth.factor.step.title` as its heading and `auth.factor.step.lead` or `auth.factor.step.recovery.lead` as its lead.
 */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { MAX_PASTED_CHARS } from '#shared/intake/plain-text.ts';
import type { CodeKind } from '#shared/intake/shapes.ts';
import { CodeField } from '../sign-in/code-field.view.tsx';
import { PasskeyButton } from './passkey-button.view.tsx';

export interface SecondStepProps {
  /** Address the forms post to. */
  action: string;
  /** Path to go to at the end, already checked by the server. */
  next: string;
  /** `two_factor_token` of the refusal. */
  token: string;
  /** Methods of the account: `code`, `recovery_code`, `passkey`. */
  methods: readonly string[];
  /** Which field is shown. */
  mode: 'code' | 'recovery';
  /** More hidden fields for the page, such as its login purpose. */
  keep?: Readonly<Record<string, string>>;
}

export function SecondStepView(props: SecondStepProps): ReactNode {
  const { t } = useT();
  const { action, methods, mode, next } = props;
  const byCode = mode === 'code';
  const other = byCode ? 'recovery' : 'code';
  return (
    <>
      <form method="post" action={action} className="mt-6 grid gap-5" data-guard>
        <CarriedState {...props} />
        {byCode ? (
          <CodeField label={t('auth.factor.step.code')} name="two_factor_code" />
        ) : (
          <TextField
            label={t('auth.factor.step.recovery')}
            name="recovery_code"
            className="text-center font-mono text-lg"
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={MAX_PASTED_CHARS}
            data-code={'recovery' satisfies CodeKind}
            required
            autoFocus
          />
        )}
        <Button type="submit" variant="primary" size="lg" wide>
          {t('auth.factor.step.submit')}
        </Button>
      </form>
      {methods.includes('passkey') ? (
        <div className="mt-4">
          <PasskeyButton next={next} {...(props.keep ? { keep: props.keep } : {})} />
        </div>
      ) : null}
      <div className="mt-4 flex flex-wrap gap-2">
        {byCode && !methods.includes('recovery_code') ? null : (
          <form method="post" action={action} data-guard>
            <CarriedState {...props} />
            <input type="hidden" name="switch" value={other} />
            <Button type="submit" variant="plain" size="sm">
              {t(byCode ? 'auth.factor.step.use_recovery' : 'auth.factor.step.use_code')}
            </Button>
          </form>
        )}
        <Button href={`${action}?next=${encodeURIComponent(next)}`} variant="plain" size="sm">
          {t('auth.factor.step.again')}
        </Button>
      </div>
    </>
  );
}

function CarriedState({ next, token, methods, keep = {} }: SecondStepProps): ReactNode {
  const fields = { ...keep, step: 'second-factor', next, two_factor_token: token, methods: methods.join(',') };
  return Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}
