/** Makes shared/country/countries.gen.ts from the ISO 3166-1 table and the numbering plans of two packages. */
import countries from 'i18n-iso-countries';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import chinese from 'i18n-iso-countries/langs/zh.json' with { type: 'json' };
import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min';

/** @returns digits without `+`; '' for territories without numbers of their own */
function callingCodeOf(alpha2: string): string {
  return isSupportedCountry(alpha2) ? getCountryCallingCode(alpha2) : '';
}

function rowOf(alpha2: string): string {
  const row = {
    alpha2,
    alpha3: countries.alpha2ToAlpha3(alpha2) ?? '',
    numeric: countries.alpha2ToNumeric(alpha2) ?? '',
    englishName: countries.getName(alpha2, 'en') ?? '',
    chineseName: countries.getName(alpha2, 'zh') ?? '',
    callingCode: callingCodeOf(alpha2),
  };
  return `  ${alpha2}: ${JSON.stringify(row)},`;
}

/** @returns text of the module */
export function makeCountriesModule(): string {
  countries.registerLocale(english);
  countries.registerLocale(chinese);
  return [
    '// Made by scripts/generate/countries.ts; do not edit.',
    '/** Countries and territories by ISO 3166-1 alpha-2 code; callingCode is digits without `+`, empty where there are no numbers. */',
    'export const COUNTRIES = {',
    ...Object.keys(countries.getAlpha2Codes()).sort().map(rowOf),
    '} as const;',
    '',
  ].join('\n');
}
