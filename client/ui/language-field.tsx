/** A field that chooses one of the languages, each under its own name. */
import type { ReactNode } from 'react';
import { useId } from 'react';
import { LOCALE_NAMES, LOCALES, type Locale } from '#shared/locale/tags.ts';
import { classes } from './classes.ts';

export interface LanguageFieldProps {
  readonly label: string;
  readonly locale: Locale;
  /** Of the field, for its width. */
  readonly className: string;
  /** The language of the person, which a browser may fill in. */
  readonly isOwn?: boolean;
}

export function LanguageField({ label, locale, className, isOwn }: LanguageFieldProps): ReactNode {
  const id = useId();
  return (
    <div className={classes('field min-w-0 flex-1', className)}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        name="language"
        className="input"
        defaultValue={locale}
        {...(isOwn ? { autoComplete: 'language' } : {})}
      >
        {LOCALES.map((tag) => (
          <option key={tag} value={tag} lang={tag}>
            {LOCALE_NAMES[tag]}
          </option>
        ))}
      </select>
    </div>
  );
}
