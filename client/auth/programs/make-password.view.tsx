/** The form of a new app password: name, rights, what it sees, its end, and the password of the account once more. */
import type { ReactNode } from 'react';
import { CheckFields, checkOf } from '#client/shield/index.ts';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/controls.tsx';
import { CurrentPasswordField } from '#client/ui/current-password-field.tsx';
import { Field } from '#client/ui/field.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { href } from '#shared/routes.ts';
import { NoPassword } from '../provider/no-password.view.tsx';
import { FolderField } from './folder-field.view.tsx';
import { LIVES, type ProgramsPageProps } from './programs-parts.view.tsx';

const LIFE_TEXTS = {
  0: 'programs.make.ends_never',
  30: 'programs.make.ends_month',
  365: 'programs.make.ends_year',
} as const satisfies Readonly<Record<(typeof LIVES)[number], string>>;

const SCOPES = [
  { value: 'write', label: 'programs.make.write', hint: 'programs.make.write_hint' },
  { value: 'read', label: 'programs.make.read', hint: 'programs.make.read_hint' },
] as const;

export function MakePassword({ page }: { page: ProgramsPageProps }): ReactNode {
  const { t } = useT();
  return (
    <Card className="p-5 sm:p-7">
      <h2 className="text-lg font-semibold">{t('programs.make.title')}</h2>
      <div className="mt-4">{page.hasPassword ? <MakeForm page={page} /> : <NoPassword {...page} />}</div>
    </Card>
  );
}

function MakeForm({ page }: { page: ProgramsPageProps }): ReactNode {
  const { t } = useT();
  const { typed, check, error, sudoToken } = page;
  const errorOf = (field: string) => (error?.field === field ? error.text : null);
  return (
    <form method="post" action={href('account.programs')} className="grid gap-5" data-guard {...checkOf(check)}>
      {/* The Enter key presses the first button of a form, which would choose a folder. */}
      <button type="submit" name="step" value="make" className="sr-only" tabIndex={-1} aria-hidden="true" />
      <TextField
        label={t('programs.make.name')}
        hint={t('programs.make.name_hint')}
        error={errorOf('name')}
        name="name"
        defaultValue={typed.name}
        autoComplete="off"
        maxLength={60}
        required
      />
      <ScopeField scope={typed.scope} />
      <FolderField folder={typed.folder} />
      <Field
        label={t('programs.make.ends')}
        control={(props) => (
          <select {...props} className="input" name="ends_in_days" defaultValue={String(typed.endsInDays)}>
            {LIVES.map((days) => (
              <option key={days} value={days}>
                {t(LIFE_TEXTS[days])}
              </option>
            ))}
          </select>
        )}
      />
      {sudoToken !== '' && check ? (
        <input type="hidden" name="sudo_token" value={sudoToken} />
      ) : (
        <CurrentPasswordField
          label={t('auth.account.password.current')}
          hint={t('programs.make.effect')}
          error={errorOf('password')}
        />
      )}
      <CheckFields check={check} />
      <div>
        <Button type="submit" variant="primary" name="step" value="make">
          {t('programs.make.submit')}
        </Button>
      </div>
    </form>
  );
}

function ScopeField({ scope }: { scope: 'read' | 'write' }): ReactNode {
  const { t } = useT();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold">{t('programs.make.access')}</legend>
      <div className="divide-y divide-line rounded-md border border-line">
        {SCOPES.map(({ value, label, hint }) => (
          <label key={value} className="flex min-h-11 cursor-pointer items-center gap-3 px-3 py-2">
            <input type="radio" className="checkbox" name="scope" value={value} defaultChecked={value === scope} />
            <span className="min-w-0">
              <span className="block">{t(label)}</span>
              <span className="block text-sm text-muted">{t(hint)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
