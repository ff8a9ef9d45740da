/** Demo mode: what the page `/_dev/shell` chooses and the double of a native app reads. Pure. */
import { parseCookies, readCookie } from '#shared/cookies.ts';

export const SHELL_KINDS = ['Android', 'iOS', 'Desktop'] as const;
export type ShellKind = (typeof SHELL_KINDS)[number];

/** How the double behaves when it is asked for a code. */
export const SHELL_MANNERS = ['answer', 'refuse', 'silent', 'undeclared', 'garbage', 'noise', 'stale'] as const;
export type ShellManner = (typeof SHELL_MANNERS)[number];

/** Cookie of the demo; readable by script, because the double is one. */
export const SHELL_COOKIE = 'pp_dev_shell';

export interface ShellChoice {
  readonly kind: ShellKind;
  readonly manner: ShellManner;
  /** The user signed in to the pretended app; '' for none. */
  readonly sub: string;
  /** The pretended app's own access token. */
  readonly token: string;
}

function isOf<T extends string>(values: readonly T[], value: unknown): value is T {
  return values.some((each) => each === value);
}

export function shellKindOf(word: unknown): ShellKind | null {
  return isOf(SHELL_KINDS, word) ? word : null;
}

export function shellMannerOf(word: unknown): ShellManner | null {
  return isOf(SHELL_MANNERS, word) ? word : null;
}

/** @param cookies  of a Cookie header, or `document.cookie`. @returns null when no app is pretended */
export function shellChoiceOf(cookies: string | null): ShellChoice | null {
  const value = readCookie(parseCookies(cookies), SHELL_COOKIE);
  if (typeof value !== 'object' || value === null) return null;
  const fields = value as Record<string, unknown>;
  const [kind, manner] = [shellKindOf(fields['kind']), shellMannerOf(fields['manner'])];
  const { sub, token } = fields;
  return kind && manner && typeof sub === 'string' && typeof token === 'string' ? { kind, manner, sub, token } : null;
}
