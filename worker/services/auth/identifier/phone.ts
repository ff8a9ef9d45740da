/**
 * Phone numbers in E.164. The only file with the numbering plans: 90 KB, never in the browser.
 */
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { isE164, PHONE_MAX_CHARS } from '#shared/auth/phone.ts';
import { AppError } from '#shared/errors.ts';
import { plainText } from '#shared/intake/plain-text.ts';

/**
 * @param typed  with `+` and calling code, or as it is dialled inside `country`; spaces, dots and brackets allowed
 * @param country  ISO 3166-1 alpha-2, or '' when only a number with `+` will do
 * @returns E.164, or null for a number in no numbering plan, and for one with an extension
 */
export function parsePhone(typed: string, country = ''): string | null {
  const text = plainText(typed)
    .replace(/^tel:/i, '')
    .replace(/\p{Pd}/gu, '-');
  if (text === '' || text.length > PHONE_MAX_CHARS) return null;
  const found = parsePhoneNumberFromString(text, {
    // Territories without their own numbers are not in the plans: the number must then have its calling code.
    ...(isSupportedCountry(country) ? { defaultCountry: country } : {}),
    // The whole text must be a number.
    extract: false,
  });
  if (!found?.isValid() || found.ext !== undefined || !isE164(found.number)) return null;
  return found.number;
}

/** As {@link parsePhone}. @throws AppError invalid_argument, with a sentence for the person */
export function readPhone(typed: string, country = ''): string {
  const phone = parsePhone(typed, country);
  if (phone === null)
    throw new AppError('invalid_argument', {
      reason: 'phone',
      field: 'phone_number',
      messageKey: 'auth.phone.invalid',
    });
  return phone;
}
