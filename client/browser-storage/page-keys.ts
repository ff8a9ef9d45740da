/**
 * Keys that every page with islands uses; apart from the table in local-keys.ts, so that a page loads only these.
 * No secret is stored. Source: spec section 3 ("Captcha token record", "Stored credentials entry"), section 5.
 */
import {
  type DisplayMode,
  displayKey,
  displayModeOf,
  type FolderDisplay,
  folderDisplaysKey,
  folderDisplaysOf,
  hasDisplay,
  packFolders,
  SHARED_DISPLAY_KEY,
  type SharedDisplayMode,
  sharedDisplayOf,
} from '#shared/drive/display.ts';
import { countOf, dateOf, fieldsOf, flag, json, type LocalKey, record, textOf } from './key-kinds.ts';

/** A user is signed in on this browser. Only its presence counts; the bearer itself is in memory. */
export interface Credentials {
  readonly sub: string;
  /** When the access token expires, epoch ms. */
  readonly expiresAtMs: number;
}

export interface CaptchaRecord {
  readonly action: string;
  readonly meta: Readonly<Record<string, string>>;
  readonly captchaToken: string;
  /** As the server answered. */
  readonly expiresInSeconds: number;
  readonly expiresAtMs: number;
}

/** Same name as the cookie that the server reads. @param userId  '' is the browser's own record, for any user */
export function displayRecordKey(userId: string): LocalKey<DisplayMode> {
  return json<DisplayMode>(
    displayKey(userId),
    (value) => (hasDisplay(value) ? displayModeOf(value) : null),
    (value) => value,
  );
}

/** Same name as the cookie that the server reads on pages of shares. */
export const SHARED_DISPLAY = json<SharedDisplayMode>(
  SHARED_DISPLAY_KEY,
  (value) => (hasDisplay(value) ? sharedDisplayOf(value) : null),
  (value) => value,
);

/** Display choices for single folders, newest first. */
export function folderDisplaysRecord(userId: string): LocalKey<readonly FolderDisplay[]> {
  return json<readonly FolderDisplay[]>(folderDisplaysKey(userId), folderDisplaysOf, packFolders);
}

/** The details panel is open beside the list. Not in the specification. */
export const DETAILS_PANEL = flag('pp_details_panel');

export function captchaKey(clientId: string): LocalKey<CaptchaRecord> {
  return record<CaptchaRecord>(
    `captcha_${clientId}`,
    ({ action, meta, captcha_token, expires_in, expires_at }) => {
      const [forAction, captchaToken] = [textOf(action), textOf(captcha_token)];
      const [expiresInSeconds, expiresAtMs] = [countOf(expires_in), dateOf(expires_at)];
      if (forAction === null || captchaToken === null || expiresInSeconds === null || expiresAtMs === null) return null;
      const texts = Object.entries(fieldsOf(meta)).filter(
        (pair): pair is [string, string] => typeof pair[1] === 'string',
      );
      return { action: forAction, meta: Object.fromEntries(texts), captchaToken, expiresInSeconds, expiresAtMs };
    },
    ({ action, meta, captchaToken, expiresInSeconds, expiresAtMs }) => ({
      action,
      meta,
      captcha_token: captchaToken,
      expires_in: expiresInSeconds,
      expires_at: new Date(expiresAtMs).toISOString(),
    }),
  );
}

/** Stores only the user and the expiry; drops every other field. */
export function credentialsKey(clientId: string): LocalKey<Credentials> {
  return record<Credentials>(
    `credentials_${clientId}`,
    ({ sub, expires_at }) => {
      const [who, expiresAtMs] = [textOf(sub), dateOf(expires_at)];
      return who === null || expiresAtMs === null ? null : { sub: who, expiresAtMs };
    },
    ({ sub, expiresAtMs }) => ({ sub, expires_at: new Date(expiresAtMs).toISOString() }),
  );
}
