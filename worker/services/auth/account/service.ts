/** Part of AuthService: what a person changes about the account. Types only. */
import type { Profile } from '#shared/auth/contract.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import type { BrowserSigns, SignedIn, TokenAnswer } from '../session/service.ts';

/** Shown for a sensitive change: the password itself, or the token it gave in the last ten minutes. One of them is ''. */
export interface ByPassword {
  readonly password: string;
  readonly sudoToken: string;
  readonly captchaToken: string;
}

export interface Device {
  /** 32 hex, or `unnamed-<client>`. */
  readonly deviceId: string;
  /** What the client calls it, else browser and system; '' when nothing is known. */
  readonly name: string;
  readonly model: string;
  /** Epoch ms at which its session last got tokens. */
  readonly lastLoginMs: number;
  readonly isCurrent: boolean;
}

export interface AddressChange {
  readonly sudoToken: string;
  /** A new e-mail address, or a number that `readPhone` reads. */
  readonly address: string;
  /** Of a code with the usage `change-email` or `change-phone`. */
  readonly verificationToken: string;
}

export interface Picture {
  readonly type: string;
  readonly bytes: ArrayBuffer;
}

export interface SettingsFace {
  /**
   * Shows the password once more. Wrong ones count as at sign-in.
   * @throws AppError unauthenticated, invalid_password (reason `wrong_password`), captcha_required, captcha_invalid
   */
  sudo(
    input: { password: string; captchaToken: string },
    caller: Caller,
    call: CallContext,
  ): Promise<{ sudoToken: string; expiresInSeconds: number }>;
  /** Returns for a token of this very session. @throws AppError permission_denied (reason `sudo_required`) */
  readSudo(sudoToken: string, caller: Caller): Promise<void>;
  /**
   * Every other session ends; the caller's goes on with what is answered.
   * @throws AppError as sudo and readSudo; invalid_password, unavailable while a serving object could not be told
   */
  changePassword(input: ByPassword & { newPassword: string }, caller: Caller, call: CallContext): Promise<SignedIn>;
  /** `changePassword` for the API: the refresh token goes by cookie or by body. */
  changePasswordByApi(
    input: ByPassword & { newPassword: string },
    signs: BrowserSigns,
    caller: Caller,
    call: CallContext,
  ): Promise<TokenAnswer>;
  /**
   * The old address is told, with the way back. Repeating it changes nothing.
   * @throws AppError as readSudo; invalid_argument, invalid_verification_code, expired_verification_code, already_exists
   */
  changeEmail(input: AddressChange, caller: Caller, call: CallContext): Promise<Profile>;
  /** As changeEmail; the owner is told by mail. */
  changePhone(input: AddressChange, caller: Caller, call: CallContext): Promise<Profile>;
  /** @throws AppError as readSudo; failed_precondition when the number is the only address */
  removePhone(input: { sudoToken: string }, caller: Caller, call: CallContext): Promise<Profile>;
  /**
   * By the link in the old mailbox: the address is back, every session over, the account FROZEN until a reset.
   * @throws AppError invalid_argument (reason `undo_token_over`), already_exists, user_blocked, unavailable
   */
  undoEmail(input: { undoToken: string }, call: CallContext): Promise<void>;
  /** @throws AppError unauthenticated, invalid_argument for a name without letters */
  rename(input: { name: string }, caller: Caller): Promise<Profile>;
  /** PNG, JPEG or WebP by its first bytes, at most 512 KiB and 2048 x 2048. @throws AppError invalid_argument, unauthenticated */
  setPicture(bytes: Uint8Array, caller: Caller): Promise<Profile>;
  removePicture(caller: Caller): Promise<Profile>;
  /** Values that clients stored. @param names  joined by `|`; '' means all. @throws AppError unauthenticated */
  preferences(names: string, caller: Caller): Promise<Record<string, unknown>>;
  /** A value of null removes. @throws AppError unauthenticated, invalid_argument past the bounds of the contract */
  savePreferences(items: Readonly<Record<string, unknown>>, caller: Caller): Promise<void>;
  /** Null unless it is the picture of now. @param hash  of its bytes, hex */
  picture(userId: string, hash: string): Promise<Picture | null>;
  /** Those with a living session, newest first. @throws AppError unauthenticated */
  devices(caller: Caller): Promise<readonly Device[]>;
  /** Returns when every serving object knows. @throws AppError unauthenticated, not_found, unavailable */
  revokeDevice(deviceId: string, caller: Caller): Promise<void>;
  /** Ends every session but the caller's; returns when every serving object knows. @throws AppError unauthenticated, unavailable */
  endOthers(caller: Caller): Promise<void>;
  /** Locks the account until its address is proven by a reset. @throws AppError as readSudo; unavailable */
  freeze(input: { sudoToken: string }, caller: Caller, call: CallContext): Promise<void>;
  /** Every session ends; erased at `endsMs` unless taken back. @throws AppError as readSudo; unavailable */
  close(input: { sudoToken: string }, caller: Caller, call: CallContext): Promise<{ endsMs: number }>;
  /**
   * Takes a closing back by the token that `account_freeze` gave, and signs in.
   * @throws AppError unauthorized_client, invalid_argument (reason `unlock_token_over`)
   */
  unlock(input: { clientId: string; unlockToken: string }, call: CallContext): Promise<SignedIn>;
  unlockByApi(
    input: { clientId: string; unlockToken: string },
    signs: BrowserSigns,
    call: CallContext,
  ): Promise<TokenAnswer>;
}
