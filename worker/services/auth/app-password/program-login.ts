/**
 * Sign-in of a program by the browser: the program asks for a request and opens its page there; the person sees which program asks from
 * where, confirms with the password of the account, and the program gets an app password, once. The request is a device code of the
 * shield, so it ends after ten minutes and is counted as those are.
 */
import * as v from 'valibot';
import { AppError, isAppError } from '#shared/errors.ts';
import { DEFAULT_LOCALE, LOCALES } from '#shared/locale/tags.ts';
import { href } from '#shared/routes.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { readSudo } from '../attempt/sudo.ts';
import { readUserAgent } from '../core/device.ts';
import type { AuthParts } from '../deps.ts';
import { cleanPasskeyName } from '../factor/passkey-name.ts';
import { ownPerson } from '../person/own-person.ts';
import { addAppPassword } from './app-passwords.ts';

/** No client has it: the page of devices does not know these requests, and this one does not know those of devices. */
const LOGIN_CLIENT = 'app-password';

const PURPOSE = 'auth.program-login';
const tokenSchema = v.strictObject({ code: v.string(), untilMs: v.number() });

/** Stored with the request until it has ended. `scope` '' until the person has decided. */
const content = v.object({
  program: v.string(),
  from: v.string(),
  atMs: v.number(),
  scope: v.picklist(['', 'read', 'write']),
  /** The folder that is the whole of what the program sees; '' for the drive. */
  folderId: v.optional(v.string(), ''),
  loginName: v.string(),
  /** Of the person who decided, for the notice. */
  locale: v.optional(v.picklist(LOCALES), DEFAULT_LOCALE),
});

/** A request as its page shows it. */
export interface ProgramLogin {
  /** `BCDF-GHJK`. */
  readonly userCode: string;
  /** The name that the program gives itself; '' for none. */
  readonly program: string;
  /** Code of the country, else the network address. */
  readonly from: string;
  readonly atMs: number;
}

export interface StartedLogin {
  /** For the program alone. */
  readonly token: string;
  /** The page that the program opens. */
  readonly address: string;
}

type Parts = Pick<AuthParts, 'accounts' | 'shield' | 'keyring' | 'clock' | 'mail' | 'appOrigin'>;

/** A product in a User-Agent, such as `rclone/v1.60`; all browsers begin with the one that is left out. */
const PRODUCT = /(?:^| )(?!Mozilla\/)([\p{L}\p{N}._-]{2,40})\/v?\d/u;

/** The program as it names itself, and its system: `Example-Desktop · Linux`. */
function programNameOf(userAgent: string): string {
  const known = readUserAgent(userAgent);
  const product = known.includes(' · ') ? '' : (PRODUCT.exec(userAgent.slice(0, 300))?.[1] ?? '');
  return cleanPasskeyName([product, known].filter((part) => part !== '').join(' · ') || userAgent.slice(0, 200));
}

/** @param from  code of the country, else the network address @throws AppError too_many_requests past the budget of the address */
export async function startProgramLogin(parts: Parts, from: string, call: CallContext): Promise<StartedLogin> {
  const login = { program: programNameOf(call.userAgent), from, atMs: call.nowMs, scope: '', loginName: '' };
  const opened = await parts.shield.openDeviceCode(
    { clientId: LOGIN_CLIENT, scope: JSON.stringify(login), intervalSeconds: 0 },
    call,
  );
  const query = new URLSearchParams({ user_code: opened.userCode });
  const token = await parts.keyring.sign(PURPOSE, {
    code: opened.deviceCode,
    untilMs: call.nowMs + opened.expiresInSeconds * SECOND_MS,
  });
  return { token, address: `${parts.appOrigin}${href('auth.connect')}?${query}` };
}

/** The device code of a token; null for one that this server did not make, or that has ended: neither costs an object call. */
async function codeIn({ keyring, clock }: Pick<Parts, 'keyring' | 'clock'>, token: string): Promise<string | null> {
  const read = v.safeParse(tokenSchema, await keyring.verify(PURPOSE, token));
  return read.success && clock.nowMs() < read.output.untilMs ? read.output.code : null;
}

function readContent(text: string): v.InferOutput<typeof content> | null {
  try {
    const read = v.safeParse(content, JSON.parse(text));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}

/** @throws AppError unauthenticated, expired_token for a code without a pending request, too_many_requests */
export async function programLogin(
  parts: Parts,
  userCode: string,
  caller: Caller,
  call: CallContext,
): Promise<ProgramLogin> {
  await ownPerson(parts, caller);
  const asked = await parts.shield.deviceRequest({ userCode, userId: caller.userId }, call);
  const login = asked.clientId === LOGIN_CLIENT ? readContent(asked.scope) : null;
  if (!login) throw new AppError('expired_token', { reason: 'user_code_unknown' });
  const { program, from, atMs } = login;
  return { userCode: asked.userCode, program, from, atMs };
}

export interface LoginDecision {
  readonly userCode: string;
  /** Rights of the program; null: it is denied. */
  readonly scope: 'read' | 'write' | null;
  /** '' for the whole drive. */
  readonly folderId: string;
  /** Not asked for where the program is denied. */
  readonly sudoToken: string;
}

/** @throws AppError as programLogin and readSudo */
export async function decideProgramLogin(
  parts: Parts,
  { userCode, scope, folderId, sudoToken }: LoginDecision,
  caller: Caller,
  call: CallContext,
): Promise<void> {
  if (scope !== null) await readSudo(parts, sudoToken, caller);
  const { program, from, atMs } = await programLogin(parts, userCode, caller, call);
  const person = await ownPerson(parts, caller);
  const { userId, sessionId, epoch } = caller;
  const loginName = person.email || person.phone || person.name;
  const decided = { program, from, atMs, scope: scope ?? '', folderId, loginName, locale: call.locale };
  await parts.shield.decideDevice(
    { userCode, isAllowed: scope !== null, userId, sessionId, epoch, scope: JSON.stringify(decided) },
    call,
  );
}

/** Handed to a program once. */
export interface ProgramCredentials {
  readonly loginName: string;
  readonly appPassword: string;
}

/**
 * @param token  of the program
 * @returns null: not allowed yet, denied, taken, ended or never asked for
 * @throws AppError failed_precondition past the number of passwords, unavailable
 */
export async function pollProgramLogin(parts: Parts, token: string): Promise<ProgramCredentials | null> {
  const deviceCode = await codeIn(parts, token);
  if (deviceCode === null) return null;
  try {
    const allowed = await parts.shield.pollDeviceCode({ deviceCode, clientId: LOGIN_CLIENT });
    const login = readContent(allowed.scope);
    if (!login || login.scope === '') return null;
    const { userId, sessionId, epoch } = allowed;
    const { text } = await addAppPassword(
      parts,
      { userId, sessionId, epoch },
      { name: login.program || 'WebDAV', scope: login.scope, folderId: login.folderId, endsInDays: 0 },
      { locale: login.locale, nowMs: parts.clock.nowMs() },
    );
    return { loginName: login.loginName, appPassword: text };
  } catch (error) {
    if (isAppError(error) && WAITING.has(error.errorName)) return null;
    throw error;
  }
}

const WAITING: ReadonlySet<string> = new Set([
  'authorization_pending',
  'slow_down',
  'access_denied',
  'expired_token',
  'invalid_grant',
  'unauthenticated',
]);
