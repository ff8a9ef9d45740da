/**
 * Countries of the product: the record of spec section 3 and its look-up. The table is data of a tool; 30 KB, so
 * that no island imports it: pages write the choices themselves.
 */
import { COUNTRIES } from './countries.gen.ts';

/** ISO 3166-1 alpha-2, capitals. */
export type CountryCode = keyof typeof COUNTRIES;

export interface Country {
  readonly alpha2: string;
  readonly alpha3: string;
  /** Three digits. */
  readonly numeric: string;
  readonly englishName: string;
  readonly chineseName: string;
  /** Digits without `+`; '' for territories without numbers of their own. */
  readonly callingCode: string;
}

/** For a visitor whose country is unknown. */
export const FALLBACK_COUNTRY: CountryCode = 'US';

export function isCountryCode(text: string): text is CountryCode {
  return Object.hasOwn(COUNTRIES, text);
}

export function listCountries(): readonly Country[] {
  return Object.values(COUNTRIES);
}
