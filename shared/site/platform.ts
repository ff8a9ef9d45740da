/**
 * The kind of device that a browser reports. Pure; a hint for the offered downloads, never a permission.
 * @source spec section 3 (client platforms)
 */

export const PLATFORMS = ['iOS', 'Android', 'Mac OS', 'Windows'] as const;
export type Platform = (typeof PLATFORMS)[number];

/** Longest User-Agent that is read, in characters. */
const MAX_LENGTH = 500;

/** null for anything else, such as Linux, a TV or a program. */
export function platformOf(userAgent: string): Platform | null {
  const text = userAgent.slice(0, MAX_LENGTH);
  if (/\b(iPhone|iPad|iPod)\b/.test(text)) return 'iOS';
  if (/\bAndroid\b/.test(text)) return 'Android';
  if (/\bWindows NT\b/.test(text)) return 'Windows';
  if (/\bMac OS X\b|\bMacintosh\b/.test(text)) return 'Mac OS';
  return null;
}

/** Phones and tablets that say so. */
export function isMobileBrowser(userAgent: string): boolean {
  const platform = platformOf(userAgent);
  return platform === 'iOS' || platform === 'Android' || /\bMobile\b/.test(userAgent.slice(0, MAX_LENGTH));
}
