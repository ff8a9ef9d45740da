/** The list of passkeys, adding one, and a name or an end for each. */
import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Card, Notice } from '#client/ui/controls.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import type { Passkey } from '#shared/auth/factor.contract.ts';
import { parseWireTime } from '#shared/units.ts';
import { errorOf, FactorFields, type FactorSectionProps } from './factor-fields.view.tsx';
import { PasskeyTroubles } from './passkey-errors.tsx';

/** Nothing where passkeys do not work and the person has none. */
export function PasskeysView(props: FactorSectionProps): ReactNode {
  const { t } = useT();
  const { passkeys, newPasskey, canAddPasskeys } = props;
  const error = errorOf(props, 'passkey');
  if (!canAddPasskeys && passkeys.length === 0) return null;
  return (
    <Card className="p-5 sm:p-6">
      <div className="flex items-center gap-3">
        <KeyRound size={24} className="text-accent" aria-hidden="true" />
        <h2 className="text-lg">{t('auth.factor.passkey.title')}</h2>
      </div>
      <p className="mt-2 text-muted">
        {t(canAddPasskeys ? 'auth.factor.passkey.lead' : 'auth.factor.passkey.by_name')}
      </p>
      {error ? (
        <Notice tone="danger" className="mt-4">
          {error}
        </Notice>
      ) : null}
      {passkeys.length === 0 ? (
        <p className="mt-4">{t('auth.factor.passkey.none')}</p>
      ) : (
        <ul className="mt-4 divide-y divide-line border-y border-line">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="py-3">
              <PasskeyRow {...props} passkey={passkey} />
            </li>
          ))}
        </ul>
      )}
      {newPasskey ? <AddForm {...props} newPasskey={newPasskey} /> : null}
    </Card>
  );
}

function PasskeyRow({ passkey, action, sudoToken }: FactorSectionProps & { passkey: Passkey }): ReactNode {
  const { t } = useT();
  const { date } = useFormat();
  const made = t('auth.factor.passkey.made', { date: date(parseWireTime(passkey.created_at) ?? 0) });
  const usedMs = parseWireTime(passkey.last_used_at);
  const used =
    usedMs === null ? t('auth.factor.passkey.unused') : t('auth.factor.passkey.used', { date: date(usedMs) });
  return (
    <>
      <p className="font-semibold break-words">{passkey.name}</p>
      <p className="text-sm text-muted">
        {[made, used, ...(passkey.synced ? [t('auth.factor.passkey.synced')] : [])].join(' · ')}
      </p>
      <details className="mt-1">
        <summary className="link inline-block cursor-pointer py-1.5 text-sm">
          {t('auth.factor.passkey.change', { name: passkey.name })}
        </summary>
        <div className="mt-2 flex flex-wrap items-end gap-3">
          <form method="post" action={action} className="flex flex-wrap items-end gap-3" data-guard>
            <FactorFields step="passkey-rename" sudoToken={sudoToken} />
            <input type="hidden" name="id" value={passkey.id} />
            <TextField
              label={t('auth.factor.passkey.name')}
              name="name"
              defaultValue={passkey.name}
              maxLength={60}
              autoComplete="off"
              required
            />
            <Button type="submit">{t('auth.factor.passkey.rename')}</Button>
          </form>
          {sudoToken === '' ? null : (
            <form method="post" action={action} data-guard>
              <FactorFields step="passkey-remove" sudoToken={sudoToken} />
              <input type="hidden" name="id" value={passkey.id} />
              <Button type="submit" variant="danger">
                {t('auth.factor.passkey.remove')}
              </Button>
            </form>
          )}
        </div>
      </details>
    </>
  );
}

function AddForm({
  action,
  sudoToken,
  newPasskey,
}: FactorSectionProps & { newPasskey: NonNullable<FactorSectionProps['newPasskey']> }): ReactNode {
  const { t } = useT();
  return (
    <>
      <form
        method="post"
        action={action}
        className="needs-script mt-5 grid gap-4"
        data-passkey="add"
        data-options={JSON.stringify(newPasskey.options)}
      >
        <FactorFields step="passkey-add" sudoToken={sudoToken} />
        <input type="hidden" name="challenge_token" value={newPasskey.challengeToken} />
        <input type="hidden" name="credential" value="" />
        <TextField
          label={t('auth.factor.passkey.name')}
          hint={t('auth.factor.passkey.name.hint')}
          name="name"
          defaultValue={newPasskey.name}
          maxLength={60}
          autoComplete="off"
          required
        />
        <div>
          <Button type="submit">{t('auth.factor.passkey.add')}</Button>
        </div>
        <PasskeyTroubles />
      </form>
      <noscript>
        <Notice className="mt-5">{t('auth.factor.passkey.no_script')}</Notice>
      </noscript>
    </>
  );
}
