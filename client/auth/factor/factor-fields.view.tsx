/** Props and form fields shared by the parts of the sign-in methods section. */

import type { ReactNode } from 'react';
import type { HumanCheck } from '#client/shield/index.ts';
import type { Passkey } from '#shared/auth/factor.contract.ts';
import type { CodeWays } from '../provider/no-password.view.tsx';
import type { ProviderLinksProps } from '../provider/shown-links.ts';

/** Which part of the section a refusal belongs to. */
export type FactorPart = 'confirm' | 'setup' | 'off' | 'two' | 'passkey' | 'provider';

export interface FactorSectionProps extends CodeWays {
  /** Address the forms post to. */
  action: string;
  /** '' until the password was shown. */
  sudoToken: string;
  /** Who it is about, as in the file of recovery codes. */
  account: string;
  twoFactor: { enabledMs: number | null; recoveryCodesLeft: number };
  passkeys: readonly Passkey[];
  /** False where our pages have an address instead of a name: passkeys do not work there. */
  canAddPasskeys: boolean;
  providers: ProviderLinksProps;
  /** Without one nothing here can be changed: it is chosen by mail first. */
  hasPassword: boolean;
  /** The secret is on the screen and waits for its first code. */
  setup: { setupToken: string; secret: string; qrSvg: string; otpauthUri: string } | null;
  /** Just made: shown now and never again. */
  recoveryCodes: readonly string[] | null;
  /** Options for creating a passkey; with `sudoToken`. */
  newPasskey: {
    challengeToken: string;
    options: Readonly<Record<string, unknown>>;
    /** Browser and system of this device, as a first name for the passkey; '' when unknown. */
    name: string;
  } | null;
  /** A whole sentence about the completed act. */
  notice: string | null;
  error: { part: FactorPart; text: string } | null;
  /** The password is looked at after this alone. */
  check: HumanCheck | null;
}

export function errorOf({ error }: Pick<FactorSectionProps, 'error'>, part: FactorPart): string | null {
  return error?.part === part ? error.text : null;
}

/** Fields that every form of the section sends. */
export function FactorFields({ step, sudoToken }: { step: string; sudoToken: string }): ReactNode {
  return (
    <>
      <input type="hidden" name="step" value={step} />
      <input type="hidden" name="sudo_token" value={sudoToken} />
    </>
  );
}
