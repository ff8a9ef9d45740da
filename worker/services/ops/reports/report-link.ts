/**
 * Reports a link. The call asks nothing about the link: the same write and the same answer whether or not there is one, so that a
 * report cannot be used to find out. The link is looked up after the answer (take-in.ts).
 */
import { isEmail } from '#shared/auth/rules.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import { mailAddressIn } from '#shared/intake/mail.ts';
import { cleanMessage } from '#shared/ops/messages.ts';
import { isReportReason, REPORT_NOTE_MAX_CHARS } from '#shared/share/reports.ts';
import { toHex } from '#worker/platform/crypto.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { callerSubjects } from '#worker/services/shield/index.ts';
import { budgetsOf } from '../inbox/send-message.ts';
import { REPORT_ACTION, SENDER_PURPOSE } from '../keys.ts';
import type { ReportDeps } from './deps.ts';
import { reportsOf } from './part.ts';

export interface ReportInput {
  readonly shareId: string;
  /** '' for all of the link. */
  readonly fileId: string;
  readonly reason: string;
  readonly note: string;
  /** For an answer; '' for none. */
  readonly email: string;
  /** Of a visitor without an account; '' for none. */
  readonly captchaToken: string;
}

/** Ids have 26 characters; others name nothing, and are stored as nothing. */
const ID = /^[A-Za-z0-9_-]{1,64}$/;

function refused(field: string, reason: string, messageKey: 'reason' | 'note' | 'email'): AppError {
  const keys = {
    reason: 'ops.report.error.reason',
    note: 'ops.report.error.long',
    email: 'ops.contact.error.email',
  } as const;
  const messageParams = messageKey === 'note' ? { messageParams: { max: String(REPORT_NOTE_MAX_CHARS) } } : {};
  return new AppError('invalid_argument', { field, reason, messageKey: keys[messageKey], ...messageParams });
}

/**
 * @param caller  null for a visitor, who needs a captcha token for `REPORT_ACTION`
 * @throws AppError invalid_argument (`reason`, `note`, `email`), captcha_required, captcha_invalid, too_many_requests
 */
export async function reportLink(
  deps: ReportDeps,
  input: ReportInput,
  caller: Caller | null,
  call: CallContext,
): Promise<void> {
  const { reason } = input;
  const email = mailAddressIn(input.email);
  const note = cleanMessage(input.note);
  if (!isReportReason(reason)) throw refused('reason', 'unknown', 'reason');
  if (note.length > REPORT_NOTE_MAX_CHARS) throw refused('note', 'too_long', 'note');
  if (email !== '' && !isEmail(email)) throw refused('email', 'format', 'email');
  if (!caller)
    await deps.shield.spendCaptcha({ token: input.captchaToken, action: REPORT_ACTION, deviceId: call.deviceId }, call);
  if (!ID.test(input.shareId)) return;
  const { payer } = callerSubjects(call);
  const reporter = toHex(await deps.keyring.mac(SENDER_PURPOSE, caller ? `person:${caller.userId}` : payer));
  const fileId = ID.test(input.fileId) ? input.fileId : '';
  const report = { shareId: input.shareId, reporter, reason, note, fileId, email, locale: call.locale };
  unwrap(await reportsOf(deps).fileReport(report, await budgetsOf(deps, caller, call)));
}
