/** The account page: sections of plain forms, complete without script. Errors are shown at their fields. */
import { KeyRound, ShieldCheck, ShieldOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/controls.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { NAME_MAX_CHARS, PASSWORD_MIN_CHARS } from '#shared/auth/rules.ts';
import { href } from '#shared/routes.ts';
import { useLastUse } from '../programs/password-list.view.tsx';
import { NoPassword } from '../provider/no-password.view.tsx';
import { AddressesSection } from './account-addresses.view.tsx';
import { DevicesSection } from './account-devices.view.tsx';
import { DisplaySection } from './account-display.view.tsx';
import { InsideSection } from './account-inside.view.tsx';
import { AccountOverview } from './account-overview.view.tsx';
import {
  AccountForm,
  type AccountPageProps,
  FormTrouble,
  PasswordAgain,
  Section,
  troubleOf,
  Unfold,
} from './account-parts.view.tsx';
import { PictureForms } from './account-picture.view.tsx';
import { PlanSection } from './account-plan.view.tsx';
import { SenderForms } from './account-sender.view.tsx';

export function AccountPageView({ page }: { page: AccountPageProps }): ReactNode {
  const { t } = useT();
  return (
    <div className="drive-page gap-5 lg:grid-cols-[18rem_minmax(0,1fr)] lg:gap-x-8">
      <h1 className="page-title lg:col-span-2">{t('auth.account.title')}</h1>
      {page.done ? (
        <div className="lg:col-span-2">
          <Notice tone="ok">{page.done}</Notice>
        </div>
      ) : null}
      <div>
        <AccountOverview page={page} />
      </div>
      <div className="grid content-start gap-5">
        <ProfileSection page={page} />
        <AddressesSection page={page} />
        <PlanSection plan={page.plan} />
        <PasswordSection page={page} />
        <SecuritySection security={page.security} />
        <DevicesSection page={page} />
        <ProgramsSection programs={page.programs} />
        <MailSection returned={page.mailReturned} />
        <DisplaySection theme={page.theme} />
        <InsideSection page={page} />
        <Section id="export" title={t('auth.account.export.title')}>
          <p className="text-muted">{t('auth.account.export.text')}</p>
          <div className="flex flex-wrap gap-2">
            <Button href={href('account.export')}>{t('auth.account.export.submit')}</Button>
            <Button href={href('account.files')}>{t('auth.account.export.files')}</Button>
          </div>
        </Section>
        <EndSection />
      </div>
    </div>
  );
}

/** Shown here; the page of programs has all. */
const FIRST_PROGRAMS = 5;

function ProgramsSection({ programs }: Pick<AccountPageProps, 'programs'>): ReactNode {
  const { t } = useT();
  const lastUse = useLastUse();
  return (
    <Section id="programs" title={t('programs.account.section')}>
      <p className="text-muted">{t('programs.account.section_text')}</p>
      {programs.length === 0 ? null : (
        <ul className="grid gap-3">
          {programs.slice(0, FIRST_PROGRAMS).map((program) => (
            <li key={program.id} className="rounded-lg border border-line p-3">
              <p className="font-semibold break-words">{program.name}</p>
              <p className="text-xs break-words text-muted">{lastUse(program)}</p>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button href={href('account.programs')}>
          {t(programs.length === 0 ? 'programs.account.title' : 'programs.account.manage')}
        </Button>
      </div>
    </Section>
  );
}

function MailSection({ returned }: { returned: boolean }): ReactNode {
  const { t } = useT();
  return (
    <Section id="mail" title={t('mail.choices.title')}>
      {returned ? <Notice tone="warn">{t('mail.choices.account_returned')}</Notice> : null}
      <p className="text-muted">{t('mail.choices.account')}</p>
      <div>
        <Button href={href('account.mail')}>{t('mail.choices.open')}</Button>
      </div>
    </Section>
  );
}

function SecuritySection({ security }: Pick<AccountPageProps, 'security'>): ReactNode {
  const { t, tn } = useT();
  const { twoStep, passkeys, canAddPasskeys } = security;
  return (
    <Section id="security" title={t('auth.account.security.title')}>
      <p className="text-muted">{t('auth.account.security.text')}</p>
      <ul className="grid gap-2">
        <li className="flex items-center gap-2">
          {twoStep ? (
            <ShieldCheck size={20} className="flex-none text-ok" aria-hidden="true" />
          ) : (
            <ShieldOff size={20} className="flex-none text-muted" aria-hidden="true" />
          )}
          {t(twoStep ? 'auth.account.security.on' : 'auth.account.security.off')}
        </li>
        {canAddPasskeys || passkeys > 0 ? (
          <li className="flex items-center gap-2">
            <KeyRound size={20} className="flex-none text-muted" aria-hidden="true" />
            {passkeys === 0 ? t('auth.account.security.no_passkeys') : tn('auth.account.security.passkeys', passkeys)}
          </li>
        ) : null}
      </ul>
      <div>
        <Button href={href('account.security')}>{t('auth.account.security.open')}</Button>
      </div>
    </Section>
  );
}

function ProfileSection({ page }: { page: AccountPageProps }): ReactNode {
  const { t } = useT();
  return (
    <Section id="profile" title={t('auth.account.profile.title')}>
      <AccountForm page={page} step="name" submit={t('auth.account.name.save')}>
        <TextField
          label={t('auth.account.name.label')}
          hint={t('auth.account.name.hint')}
          error={troubleOf(page, 'name')}
          name="name"
          defaultValue={page.typed.name}
          autoComplete="name"
          maxLength={NAME_MAX_CHARS}
          required
        />
      </AccountForm>
      <SenderForms page={page} />
      <PictureForms page={page} />
    </Section>
  );
}

function PasswordSection({ page }: { page: AccountPageProps }): ReactNode {
  const { t } = useT();
  const format = useFormat();
  const isOpen = page.trouble?.step === 'password' || page.check?.step === 'password';
  if (!page.hasPassword)
    return (
      <Section id="password" title={t('auth.account.password.title')}>
        <NoPassword {...page} />
      </Section>
    );
  return (
    <Section id="password" title={t('auth.account.password.title')}>
      {page.passwordMs === null ? null : (
        <p className="text-muted">{t('auth.account.password.changed', { date: format.date(page.passwordMs) })}</p>
      )}
      <Unfold label={t('auth.account.password.save')} open={isOpen}>
        <AccountForm page={page} step="password" submit={t('auth.account.password.save')}>
          <FormTrouble page={page} step="password" fields={['password', 'new_password']} />
          <PasswordAgain page={page} step="password" />
          <TextField
            label={t('auth.account.password.new')}
            hint={t('auth.password.rule')}
            error={troubleOf(page, 'password', 'new_password')}
            name="new_password"
            type="password"
            autoComplete="new-password"
            minLength={PASSWORD_MIN_CHARS}
            maxLength={1024}
            required
            reveal
          />
          <p className="text-sm text-muted">{t('auth.account.password.effect')}</p>
        </AccountForm>
      </Unfold>
    </Section>
  );
}

function EndSection(): ReactNode {
  const { t } = useT();
  const confirm = (what: string) => `${href('account.settings')}?confirm=${what}`;
  return (
    <Section id="end" title={t('auth.account.end.title')}>
      <p className="text-muted">{t('auth.account.freeze.text')}</p>
      <div>
        <Button href={confirm('freeze')}>{t('auth.account.freeze.submit')}</Button>
      </div>
      <p className="border-t border-line pt-4 text-muted">{t('auth.account.close.text')}</p>
      <div>
        <Button href={confirm('close')} variant="danger">
          {t('auth.account.close.submit')}
        </Button>
      </div>
    </Section>
  );
}
