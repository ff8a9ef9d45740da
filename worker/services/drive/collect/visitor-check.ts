/** The human check of visitors who send many files, and the texts that they leave. */
import { COLLECT_NOTE_CHARS, COLLECT_VISITOR_CHARS } from '#shared/drive/collect/collect-terms.ts';
import { AppError, isAppError } from '#shared/errors.ts';
import { HOUR_MS } from '#shared/units.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { ShieldService } from '#worker/services/shield/index.ts';

export type VisitorShield = Pick<ShieldService, 'countOpenCall' | 'spendCaptcha' | 'initCaptcha'>;

/** Action of the human check. */
export const COLLECT_ACTION = 'POST:/c';
/** Files of one address in an hour without a human check. */
const FREE_FILES = 20;

/** Control and format characters go; so does what reads as a line of its own. */
const UNSHOWN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The name that a visitor gave, on one line. */
export function visitorOf(text: string): string {
  return text.slice(0, COLLECT_VISITOR_CHARS).replaceAll(UNSHOWN, '').trim();
}

export function noteOf(text: string): string {
  return text.replaceAll('\r', '').slice(0, COLLECT_NOTE_CHARS).trim();
}

/** Whether this address has sent many files. */
async function isOverFree(shield: VisitorShield, call: CallContext): Promise<boolean> {
  try {
    await shield.countOpenCall({ name: 'collect', limit: FREE_FILES, windowMs: HOUR_MS }, call);
    return false;
  } catch (error) {
    if (isAppError(error) && error.errorName === 'too_many_requests') return true;
    throw error;
  }
}

/** Spends the token of a human check, or says whether one is due. @throws AppError captcha_invalid */
export async function passedCheck(
  shield: VisitorShield,
  call: CallContext,
  token: string,
): Promise<{ isChecked: boolean; needsCheck: boolean }> {
  if (token === '') return { isChecked: false, needsCheck: await isOverFree(shield, call) };
  await shield.spendCaptcha({ token, action: COLLECT_ACTION, deviceId: call.deviceId, human: true }, call);
  return { isChecked: true, needsCheck: false };
}

/** Adds the page of a human check to a refusal that one helps; other errors stay. */
export async function withCheck(
  shield: VisitorShield,
  call: CallContext,
  clientId: string,
  error: unknown,
): Promise<unknown> {
  const needsCheck = isAppError(error) && ['captcha_required', 'captcha_invalid'].includes(error.errorName);
  if (!needsCheck) return error;
  const { deviceId } = call;
  const check = await shield.initCaptcha({ clientId, action: COLLECT_ACTION, deviceId, meta: {}, human: true }, call);
  return new AppError(error.errorName, { ...error.detail, metadata: { check_url: check.url ?? '' } });
}
