/**
 * The language menu: a native disclosure of plain links, so it works before and without any script.
 */
import { Check, Globe } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '#client/ui/classes.ts';
import { useT } from '#client/ui/i18n.tsx';
import { LOCALE_NAMES, LOCALES, type Locale } from '#shared/locale/tags.ts';

export interface LanguageMenuProps {
  /** The address of this page in each language. */
  hrefs: Readonly<Record<Locale, string>>;
  className?: string | undefined;
}

export function LanguageMenu({ hrefs, className }: LanguageMenuProps): ReactNode {
  const { t } = useT();
  return (
    <details className={classes('sm:relative', className)} data-menu data-part="languages">
      <summary className="btn btn-icon" aria-label={t('ui.language.choose')} title={t('ui.language.choose')}>
        <Globe size={20} aria-hidden="true" />
      </summary>
      <nav aria-label={t('ui.language.choose')} className="menu absolute end-4 top-full mt-1 sm:end-0">
        <LanguageList hrefs={hrefs} />
      </nav>
    </details>
  );
}

export function LanguageList({ hrefs }: Pick<LanguageMenuProps, 'hrefs'>): ReactNode {
  const { locale } = useT();
  return (
    <ul>
      {LOCALES.map((tag) => (
        <li key={tag}>
          <a
            className="menu-item justify-between"
            href={hrefs[tag]}
            hrefLang={tag}
            lang={tag}
            aria-current={tag === locale || undefined}
          >
            {LOCALE_NAMES[tag]}
            {tag === locale ? <Check size={18} aria-hidden="true" /> : null}
          </a>
        </li>
      ))}
    </ul>
  );
}
