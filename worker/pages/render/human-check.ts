/** The human check of a form: guarded calls carry a captcha token; a page shows the check when the shield asks for one. */
import type { Context } from 'hono';
import type { HumanCheck } from '#client/shield/check-fields.view.tsx';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { type PageDeps, WEB_CLIENT } from '../services.ts';

/** The call needs a human check: the page shows the form again with it. */
export class CheckNeeded extends Error {
  readonly check: HumanCheck;
  /** Of a password that the form has confirmed already; '' for none. */
  readonly sudoToken: string;
  constructor(check: HumanCheck, sudoToken = '') {
    super('a human check is needed');
    this.check = check;
    this.sudoToken = sudoToken;
  }
}

export interface GuardedCall {
  readonly action: string;
  /** Facts about the attempt, for the shield's risk rules. */
  readonly meta?: Readonly<Record<string, string>>;
}

/**
 * Asks the shield for a token.
 * @param human  true asks for a check whatever the risk
 * @throws CheckNeeded when the visitor has to pass a check
 */
export async function captchaToken(
  c: Context<AppEnv>,
  { shield }: PageDeps,
  { action, meta = {} }: GuardedCall,
  human = false,
): Promise<string> {
  const call = c.get('call');
  const answer = await shield.initCaptcha({ clientId: WEB_CLIENT, action, deviceId: call.deviceId, meta, human }, call);
  if (answer.url !== undefined && answer.url !== '') throw new CheckNeeded({ url: answer.url });
  return answer.captcha_token;
}

/**
 * Makes a guarded call with the form's token. When the call refuses the token, makes it again with one of the shield.
 * @param given  the form's token; '' for none
 * @param needsHuman  whether the shield shall ask for a check whatever the risk, by the name of the refusal
 * @throws CheckNeeded, and what the call throws
 */
export async function withCaptcha<T>(
  c: Context<AppEnv>,
  deps: PageDeps,
  guarded: GuardedCall & { readonly given: string; readonly needsHuman: (refusal: string) => boolean },
  attempt: (captchaToken: string) => Promise<T>,
): Promise<T> {
  try {
    return await attempt(guarded.given);
  } catch (error) {
    if (error instanceof CheckNeeded) throw error;
    const { errorName } = asAppError(error);
    if (errorName !== 'captcha_required' && errorName !== 'captcha_invalid') throw error;
    return attempt(await captchaToken(c, deps, guarded, guarded.needsHuman(errorName)));
  }
}
