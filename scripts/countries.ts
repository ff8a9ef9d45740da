/**
 * `node scripts/countries.ts`: makes shared/country/countries.gen.ts from the ISO 3166-1 table and the numbering plans of two packages.
 * Run by hand after an update of either; the result is checked in.
 */
import { writeFileSync } from 'node:fs';
import countries from 'i18n-iso-countries';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import chinese from 'i18n-iso-countries/langs/zh.json' with { type: 'json' };
import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min';

const FILE = new URL('../shared/country/countries.gen.ts', import.meta.url);

/** @returns digits without `+`; '' for territories without numbers of their own */
function callingCodeOf(alpha2: string): string {
  return isSupportedCountry(alpha2) ? getCountryCallingCode(alpha2) : '';
}

function rows(): string[] {
  countries.registerLocale(english);
  countries.registerLocale(chinese);
  return Object.keys(countries.getAlpha2Codes())
    .sort()
    .map((alpha2) => {
      const row = {
        alpha2,
        alpha3: countries.alpha2ToAlpha3(alpha2) ?? '',
        numeric: countries.alpha2ToNumeric(alpha2) ?? '',
        englishName: countries.getName(alpha2, 'en') ?? '',
        chineseName: countries.getName(alpha2, 'zh') ?? '',
        callingCode: callingCodeOf(alpha2),
      };
      return `  ${alpha2}: ${JSON.stringify(row)},`;
    });
}

writeFileSync(
  FILE,
  [
    '// Made by scripts/countries.ts; do not edit.',
    '/** Countries and territories by ISO 3166-1 alpha-2 code; callingCode is digits without `+`, empty where there are no numbers. */',
    'export const COUNTRIES = {',
    ...rows(),
    '} as const;',
    '',
  ].join('\n'),
);
