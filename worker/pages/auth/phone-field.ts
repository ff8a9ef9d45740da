/** Props of a phone number field: the countries in the page's language, with the visitor's own chosen. */
import type { Context } from 'hono';
import type { CountryChoice, PhoneFieldProps } from '#client/auth/sign-in/phone-field.view.tsx';
import { listCountries } from '#shared/country/model.ts';
import type { Locale } from '#shared/locale/tags.ts';
import { countryOf } from '#worker/platform/country.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { PageDeps } from '../services.ts';

/** One list a language, the same for every visitor; naming and sorting 245 countries costs milliseconds. */
const made = new Map<Locale, readonly CountryChoice[]>();

/** Countries with phone numbers, sorted as the language sorts. */
export function countryChoices(locale: Locale): readonly CountryChoice[] {
  const known = made.get(locale);
  if (known) return known;
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  const { compare } = new Intl.Collator(locale);
  const choices = listCountries()
    .filter(({ callingCode }) => callingCode !== '')
    .map(({ alpha2, englishName, callingCode }) => ({ alpha2, name: names.of(alpha2) ?? englishName, callingCode }))
    .sort((a, b) => compare(a.name, b.name));
  made.set(locale, choices);
  return choices;
}

/**
 * @param typed  what the form sent last time; '' where it sent nothing
 */
export function phoneFieldOf(
  c: Context<AppEnv>,
  { config }: Pick<PageDeps, 'config'>,
  typed: { country: string; phone: string },
): Pick<PhoneFieldProps, 'countries' | 'country' | 'phone'> {
  const countries = countryChoices(c.get('locale'));
  const asked = countries.some(({ alpha2 }) => alpha2 === typed.country);
  return {
    countries,
    country: asked ? typed.country : countryOf(c.req.raw, config.defaultCountry),
    phone: typed.phone,
  };
}
