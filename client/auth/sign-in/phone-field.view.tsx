/** A phone number in a plain form: country and number. The server writes the countries, so no table travels with scripts. */
import type { ReactNode } from 'react';
import { useId } from 'react';
import { useT } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { PHONE_MAX_CHARS } from '#shared/auth/phone.ts';

export interface CountryChoice {
  /** ISO 3166-1 alpha-2. */
  alpha2: string;
  /** In the language of the page. */
  name: string;
  /** Digits without `+`. */
  callingCode: string;
}

export interface PhoneFieldProps {
  /** In the order they are shown. */
  countries: readonly CountryChoice[];
  /** alpha2 of the one that is chosen. */
  country: string;
  /** As typed last time; '' at first. */
  phone: string;
  /** A whole sentence; marks the number invalid. */
  error?: string | null;
  autoFocus?: boolean;
}

/** Fields `phone_country` and `phone`; the server reads them as one number. */
export function PhoneField({ countries, country, phone, error, autoFocus }: PhoneFieldProps): ReactNode {
  const { t } = useT();
  const id = useId();
  return (
    <div className="grid gap-5">
      <div className="field">
        <label htmlFor={id}>{t('auth.phone.country.label')}</label>
        <select id={id} name="phone_country" className="input" defaultValue={country} autoComplete="country">
          {countries.map(({ alpha2, name, callingCode }) => (
            <option key={alpha2} value={alpha2}>
              {`${name} +${callingCode}`}
            </option>
          ))}
        </select>
      </div>
      <TextField
        label={t('auth.phone.number.label')}
        hint={t('auth.phone.number.hint')}
        error={error ?? null}
        name="phone"
        type="tel"
        inputMode="tel"
        dir="ltr"
        defaultValue={phone}
        autoComplete="tel"
        maxLength={PHONE_MAX_CHARS}
        required
        autoFocus={autoFocus}
      />
    </div>
  );
}
