/** The form that chooses a thing and a language to look at; answered without script. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { LanguageField } from '#client/ui/language-field.tsx';
import type { Locale } from '#shared/locale/tags.ts';

export interface PreviewFormProps {
  readonly action: string;
  readonly className?: string;
  /** Name of the field of the thing. */
  readonly field: string;
  readonly label: string;
  readonly options: readonly string[];
  /** The name of an option; default: the option itself. */
  readonly nameOf?: (option: string) => string;
  readonly value: string;
  readonly locale: Locale;
}

export function PreviewForm({
  action,
  className,
  field,
  label,
  options,
  nameOf = (option) => option,
  value,
  locale,
}: PreviewFormProps): ReactNode {
  return (
    <form method="get" action={action} className={`${className ?? ''} flex flex-wrap items-end gap-3`}>
      <div className="field min-w-0 flex-1 basis-48">
        <label htmlFor={`chosen-${field}`}>{label}</label>
        <select id={`chosen-${field}`} name={field} className="input" defaultValue={value}>
          {options.map((each) => (
            <option key={each} value={each}>
              {nameOf(each)}
            </option>
          ))}
        </select>
      </div>
      <LanguageField label="Language" locale={locale} className="basis-48" />
      <Button type="submit" className="min-h-12">
        Show
      </Button>
    </form>
  );
}
