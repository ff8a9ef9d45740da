/**
 * The caller of a program: reads an app password from an Authorization header. No look-up: a text that this server did not make is
 * refused here, and the drive of the person checks the rest by the call itself.
 */
import { waitUntil } from 'cloudflare:workers';
import { unwrap } from '#shared/errors.ts';
import { logError } from '#worker/platform/log.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { addressKey } from '#worker/services/shield/index.ts';
import { accountOf } from '../core/account-part.ts';
import { readUserAgent } from '../core/device.ts';
import type { AuthParts } from '../deps.ts';
import type { appPasswordPart } from './part.ts';
import { readAppPassword } from './text.ts';

/** Longest header that is read, in characters: name and password of 500 each. */
const MAX_HEADER_CHARS = 1_400;

/** No bearer and no session has it. */
const CLIENT_ID = 'app-password';

/**
 * `missing`: no credential. `not_app_password`: anything else, the password of the account too. `ended`: the drive refused it a
 * moment ago. `too_many`: wrong ones of this address.
 */
export type ProgramRefusal =
  | { readonly reason: 'missing' | 'not_app_password' | 'ended' }
  | { readonly reason: 'too_many'; readonly retryInSeconds: number };

export type ProgramCheck = { readonly ok: true; readonly caller: Caller } | ({ readonly ok: false } & ProgramRefusal);

/** The password of a Basic credential, or a bearer; '' for a malformed header. The name before the colon is not read. */
function passwordIn(header: string): string {
  if (header.length > MAX_HEADER_CHARS) return '';
  const [, scheme = '', value = ''] = /^(basic|bearer) +(\S+)$/i.exec(header.trim()) ?? [];
  if (scheme.toLowerCase() === 'bearer') return value;
  if (!/^[\w+/-]+={0,2}$/.test(value)) return '';
  try {
    const text = atob(value.replaceAll('-', '+').replaceAll('_', '/'));
    return text.slice(text.indexOf(':') + 1);
  } catch {
    return '';
  }
}

/** @param header  Authorization, or undefined */
export async function programCaller(
  { keyring, programs }: Pick<AuthParts, 'keyring' | 'programs'>,
  header: string | undefined,
  { address, nowMs }: Pick<CallContext, 'address' | 'nowMs'>,
): Promise<ProgramCheck> {
  if (header === undefined || header.trim() === '') return { ok: false, reason: 'missing' };
  const read = await readAppPassword(keyring, passwordIn(header));
  if (!read) {
    const retryInSeconds = programs.countWrong(addressKey(address), nowMs);
    return retryInSeconds > 0
      ? { ok: false, reason: 'too_many', retryInSeconds }
      : { ok: false, reason: 'not_app_password' };
  }
  const { userId, id, hash } = read;
  if (programs.isRefused(id, nowMs)) return { ok: false, reason: 'ended' };
  return { ok: true, caller: { userId, sessionId: id, epoch: 0, clientId: CLIENT_ID, scopes: [], program: { hash } } };
}

/** The drive has answered `unauthenticated` to this caller. */
export function refuseProgram({ programs }: Pick<AuthParts, 'programs'>, caller: Caller, nowMs: number): void {
  programs.refuse(caller.sessionId, nowMs);
}

/** The program ends its own password. Returns once the drive refuses it. @throws AppError unavailable */
export async function endProgram(
  parts: Pick<AuthParts, 'accounts' | 'programs'>,
  { userId, sessionId: id, program }: Caller,
  nowMs: number,
): Promise<void> {
  if (!program) return;
  unwrap(await accountOf<typeof appPasswordPart>(parts, userId).endOwnAppPassword({ id, hash: program.hash }));
  parts.programs.refuse(id, nowMs);
}

/**
 * The drive has served this caller: the account records a use, beside the answer and once a day.
 * @param from  code of the country, else the network address
 */
export function noteProgramUse(
  parts: Pick<AuthParts, 'accounts' | 'programs' | 'later'>,
  { userId, sessionId: id, program }: Caller,
  from: string,
  { userAgent, nowMs }: Pick<CallContext, 'userAgent' | 'nowMs'>,
): void {
  if (!program || !parts.programs.isFirstOfDay(id, nowMs)) return;
  const use = { id, hash: program.hash, by: readUserAgent(userAgent) || userAgent.slice(0, 60), from };
  const report = async (): Promise<void> => {
    try {
      unwrap(await accountOf<typeof appPasswordPart>(parts, userId).noteAppPasswordUse(use));
    } catch (error) {
      parts.programs.forgetUse(id);
      logError('auth.program-use', error);
    }
  };
  (parts.later ?? waitUntil)(report());
}
