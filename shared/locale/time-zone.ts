/** The visitor's time zone: an IANA name from the browser. The server accepts only names that Intl has. */

/** The zone of pages while the visitor's own zone is unknown. */
export const DEFAULT_TIME_ZONE = 'UTC';

/** The longest IANA name has 32 characters. */
const MAX_LENGTH = 64;
const NAME = /^[A-Za-z][A-Za-z0-9_+/-]*$/;
/** More than the zones that people live in; names beyond it are only looked up again. */
const MAX_KNOWN = 512;

const known = new Set<string>();

function isKnownToIntl(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** @returns the name as given, or UTC when it names no time zone */
export function readTimeZone(value: unknown): string {
  if (typeof value !== 'string' || value.length > MAX_LENGTH || !NAME.test(value)) return DEFAULT_TIME_ZONE;
  if (known.has(value)) return value;
  if (!isKnownToIntl(value)) return DEFAULT_TIME_ZONE;
  if (known.size < MAX_KNOWN) known.add(value);
  return value;
}
