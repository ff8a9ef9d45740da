/** The account page: plain sections of plain forms, whole without script. What was refused is said where it was typed. */
import type { ReactNode } from 'react';
import { ThemeButton } from '#client/shell/frame-parts.view.tsx';
import { Button } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/controls.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { NAME_MAX_CHARS, PASSWORD_MIN_CHARS } from '#shared/auth/rules.ts';
import { LOCALE_NAMES, LOCALES, type Locale } from '#shared/locale/tags.ts';
import { href } from '#shared/routes.ts';
import { AddressesSection } from './account-addresses.view.tsx';
import { DevicesSection } from './account-devices.view.tsx';
import {
  AccountForm,
  type AccountPageProps,
  FormTrouble,
  PasswordAgain,
  Section,
  troubleOf,
  Unfold,
} from './account-parts.view.tsx';

export function AccountPageView({
  page,
  languageHrefs,
}: {
  page: AccountPageProps;
  languageHrefs: Readonly<Record<Locale, string>>;
}): ReactNode {
  const { t } = useT();
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-5 py-3 sm:py-6">
      <h1 className="text-2xl">{t('account.title')}</h1>
      {page.done ? <Notice tone="ok">{page.done}</Notice> : null}
      <ProfileSection page={page} />
      <AddressesSection page={page} />
      <PasswordSection page={page} />
      <DevicesSection page={page} />
      <Section id="security" title={t('account.security.title')}>
        <p className="text-muted">{t('account.security.text')}</p>
        <div>
          <Button href={href('account.security')}>{t('account.security.open')}</Button>
        </div>
      </Section>
      <DisplaySection languageHrefs={languageHrefs} />
      <Section id="export" title={t('account.export.title')}>
        <p className="text-muted">{t('account.export.text')}</p>
        <div>
          <Button href={href('account.export')}>{t('account.export.submit')}</Button>
        </div>
      </Section>
      <EndSection />
    </div>
  );
}

function ProfileSection({ page }: { page: AccountPageProps }): ReactNode {
  const { t } = useT();
  return (
    <Section id="profile" title={t('account.profile.title')}>
      <AccountForm page={page} step="name" submit={t('account.name.save')}>
        <TextField
          label={t('account.name.label')}
          hint={t('account.name.hint')}
          error={troubleOf(page, 'name')}
          name="name"
          defaultValue={page.typed.name}
          autoComplete="name"
          maxLength={NAME_MAX_CHARS}
          required
        />
      </AccountForm>
      <PictureForms page={page} />
    </Section>
  );
}

function PictureForms({ page }: { page: AccountPageProps }): ReactNode {
  const { t } = useT();
  const initial = Array.from(page.name.trim())[0]?.toLocaleUpperCase() ?? '?';
  const trouble = troubleOf(page, 'picture');
  return (
    <div className="grid gap-4 border-t border-line pt-4 sm:grid-cols-[5rem_minmax(0,1fr)]">
      {page.picture ? (
        <img src={page.picture} alt="" width={80} height={80} className="h-20 w-20 rounded-full object-cover" />
      ) : (
        <span
          className="grid h-20 w-20 place-items-center rounded-full bg-accent-soft text-2xl font-bold text-accent"
          aria-hidden="true"
        >
          {initial}
        </span>
      )}
      <div className="grid gap-3">
        <form
          method="post"
          action={href('account.picture')}
          encType="multipart/form-data"
          className="grid gap-3"
          data-guard
        >
          <TextField
            label={t('account.picture.label')}
            hint={t('account.picture.hint')}
            error={trouble}
            name="picture"
            type="file"
            accept="image/png,image/jpeg,image/webp"
            className="py-2"
            required
          />
          <div>
            <Button type="submit">{t('account.picture.save')}</Button>
          </div>
        </form>
        {page.picture ? (
          <AccountForm page={page} step="picture-remove" submit={t('account.picture.remove')} variant="plain" />
        ) : null}
      </div>
    </div>
  );
}

function PasswordSection({ page }: { page: AccountPageProps }): ReactNode {
  const { t } = useT();
  const format = useFormat();
  const isOpen = page.trouble?.step === 'password' || page.check?.step === 'password';
  return (
    <Section id="password" title={t('account.password.title')}>
      {page.passwordMs === null ? null : (
        <p className="text-muted">{t('account.password.changed', { date: format.date(page.passwordMs) })}</p>
      )}
      <Unfold label={t('account.password.save')} open={isOpen}>
        <AccountForm page={page} step="password" submit={t('account.password.save')}>
          <FormTrouble page={page} step="password" fields={['password', 'new_password']} />
          <PasswordAgain page={page} step="password" />
          <TextField
            label={t('account.password.new')}
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
          <p className="text-sm text-muted">{t('account.password.effect')}</p>
        </AccountForm>
      </Unfold>
    </Section>
  );
}

function DisplaySection({ languageHrefs }: { languageHrefs: Readonly<Record<Locale, string>> }): ReactNode {
  const { t, locale } = useT();
  return (
    <Section id="display" title={t('account.display.title')}>
      <nav aria-label={t('ui.language.choose')}>
        <ul className="flex flex-wrap gap-x-4 gap-y-2 text-sm">
          {LOCALES.map((tag) => (
            <li key={tag}>
              {tag === locale ? (
                <span className="font-semibold" lang={tag} aria-current="true">
                  {LOCALE_NAMES[tag]}
                </span>
              ) : (
                <a className="link" href={languageHrefs[tag]} hrefLang={tag} lang={tag}>
                  {LOCALE_NAMES[tag]}
                </a>
              )}
            </li>
          ))}
        </ul>
      </nav>
      <div className="needs-script flex items-center gap-1 text-sm">
        <ThemeButton />
        <span aria-hidden="true">{t('ui.theme.switch')}</span>
      </div>
    </Section>
  );
}

function EndSection(): ReactNode {
  const { t } = useT();
  const confirm = (what: string) => `${href('account.settings')}?confirm=${what}`;
  return (
    <Section id="end" title={t('account.end.title')}>
      <p className="text-muted">{t('account.freeze.text')}</p>
      <div>
        <Button href={confirm('freeze')}>{t('account.freeze.submit')}</Button>
      </div>
      <p className="border-t border-line pt-4 text-muted">{t('account.close.text')}</p>
      <div>
        <Button href={confirm('close')} variant="danger">
          {t('account.close.submit')}
        </Button>
      </div>
    </Section>
  );
}
