/** Language and theme: plain forms whose answer sets a cookie, so that the server renders the next page accordingly. */
import { Check, MonitorCog, MoonStar, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { LanguageField } from '#client/ui/language-field.tsx';
import { href } from '#shared/routes.ts';
import { Section, type Theme } from './account-parts.view.tsx';

export const THEME_WORDS = {
  light: 'auth.account.theme.light',
  dark: 'auth.account.theme.dark',
  '': 'auth.account.theme.system',
} as const satisfies Readonly<Record<Theme, string>>;

const THEMES = [
  { theme: 'light', Icon: Sun },
  { theme: 'dark', Icon: MoonStar },
  { theme: '', Icon: MonitorCog },
] as const;

const ACTION = `${href('account.settings')}#display`;

export function DisplaySection({ theme }: { theme: Theme }): ReactNode {
  const { t } = useT();
  return (
    <Section id="display" title={t('auth.account.display.title')}>
      <LanguageForm />
      <div className="grid gap-2 border-t border-line pt-4">
        <h3 id="theme-title" className="text-sm font-semibold">
          {t('auth.account.theme.title')}
        </h3>
        <form method="post" action={ACTION} aria-labelledby="theme-title" className="flex flex-wrap gap-2">
          <input type="hidden" name="step" value="theme" />
          {THEMES.map(({ theme: each, Icon }) => (
            <button
              key={each}
              type="submit"
              name="theme"
              value={each}
              aria-pressed={each === theme}
              className="btn btn-quiet aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
            >
              {each === theme ? <Check size={18} aria-hidden="true" /> : <Icon size={18} aria-hidden="true" />}
              {t(THEME_WORDS[each])}
            </button>
          ))}
        </form>
      </div>
    </Section>
  );
}

function LanguageForm(): ReactNode {
  const { t, locale } = useT();
  return (
    <form method="post" action={ACTION} className="flex flex-wrap items-end gap-3" data-guard>
      <input type="hidden" name="step" value="language" />
      <LanguageField label={t('auth.account.language.title')} locale={locale} className="basis-56" isOwn />
      <Button type="submit" className="min-h-12">
        {t('auth.account.language.save')}
      </Button>
    </form>
  );
}
