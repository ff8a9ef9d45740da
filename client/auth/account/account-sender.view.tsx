/** The name on shared links: one form to type it, one to take the name of the profile. */
import type { ReactNode } from 'react';
import { useT } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { PUBLIC_NAME_MAX_CHARS } from '#shared/auth/rules.ts';
import { AccountForm, type AccountPageProps, troubleOf } from './account-parts.view.tsx';

export function SenderForms({ page }: { page: AccountPageProps }): ReactNode {
  const { t } = useT();
  const { sender } = page;
  const isMasked = sender !== null && !sender.chosen && sender.nickname !== '';
  return (
    <div className="grid gap-4 border-t border-line pt-4">
      {sender === null ? <p className="text-sm text-muted">{t('auth.account.sender.unknown')}</p> : null}
      <AccountForm page={page} step="sender" submit={t('auth.account.sender.save')}>
        <TextField
          label={t('auth.account.sender.label')}
          hint={
            <>
              {t('auth.account.sender.hint')}
              {isMasked ? ` ${t('auth.account.sender.masked', { name: sender.nickname })}` : null}
            </>
          }
          error={troubleOf(page, 'sender')}
          name="sender"
          defaultValue={page.typed.sender}
          autoComplete="name"
          maxLength={PUBLIC_NAME_MAX_CHARS}
        />
      </AccountForm>
      {sender && sender.suggested !== '' ? (
        <AccountForm
          page={page}
          step="sender"
          submit={t('auth.account.sender.use', { name: sender.suggested })}
          variant="quiet"
        >
          <input type="hidden" name="sender" value={sender.suggested} />
        </AccountForm>
      ) : null}
    </div>
  );
}
