/**
 * Calls of the command line. On the machine itself: `/_internal/*`, not through the proxy, with the secret of the state folder; other
 * clients get 404. Elsewhere: `POST /console/v1/*` with the token of an operator, which is passed on as such a call under the operator's
 * own name.
 */
import { createMiddleware } from 'hono/factory';
import { AppError } from '#shared/errors.ts';
import { type OperatorRole, readRole } from '#shared/operator-rights.ts';
import { ADDRESS_HEADER } from '#worker/platform/address.ts';
import { readLimited } from '#worker/platform/body/read.ts';
import { requireCommand } from '#worker/platform/console/console-verbs.ts';
import { equalBytes } from '#worker/platform/crypto.ts';
import type { AppEnv, ConsoleActor } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';

const SECRET_HEADER = 'x-magpie-internal';
/** Id of the operator for whom a call was passed on. Read only beside the secret. */
const OPERATOR_HEADER = 'x-magpie-operator';
const ROLE_HEADER = 'x-magpie-operator-role';

export function internalOnly(internalToken: string) {
  const encoder = new TextEncoder();
  return createMiddleware<AppEnv>(async (c, next) => {
    const given = encoder.encode(c.req.header(SECRET_HEADER) ?? '');
    if (!equalBytes(given, encoder.encode(internalToken))) throw new AppError('not_found');
    const operator = c.req.header(OPERATOR_HEADER);
    const role = readRole(c.req.header(ROLE_HEADER) ?? '');
    if (operator && role === null) throw new AppError('not_found');
    const actor: ConsoleActor =
      operator && role
        ? { id: operator, name: '', via: 'api', role }
        : { id: 'console', name: '', via: 'console', role: 'all' };
    c.set('consoleActor', actor);
    await next();
  });
}

const REMOTE_PREFIX = '/console/v1/';
/** Headers that a call depends on. All others are dropped, the token too. */
const PASSED_ON = ['host', 'content-type', 'accept-language', ADDRESS_HEADER, 'cf-ipcountry'];

export interface ConsolePort {
  /** The operator, and the role. */
  requireConsole(caller: Caller | null): Promise<{ readonly caller: Caller; readonly role: OperatorRole }>;
}

/** The table of rights says which commands may come from elsewhere, and by whom. @param pass  answers a request as the whole application does */
export function remoteConsole(
  auth: ConsolePort,
  internalToken: string,
  pass: (request: Request, env: unknown) => Response | Promise<Response>,
) {
  return createMiddleware<AppEnv>(async (c) => {
    const { caller, role } = await auth.requireConsole(c.get('call').caller);
    const { userId } = caller;
    const url = new URL(c.req.url);
    const verb = url.pathname.slice(REMOTE_PREFIX.length);
    // The verb itself checks the right to a document that its body names.
    requireCommand({ id: userId, name: '', via: 'api', role }, verb, undefined);
    const headers = new Headers({
      [SECRET_HEADER]: internalToken,
      [OPERATOR_HEADER]: userId,
      [ROLE_HEADER]: role,
    });
    for (const name of PASSED_ON) {
      const value = c.req.header(name);
      if (value !== undefined) headers.set(name, value);
    }
    const body = await readLimited(c.req.raw, c.get('bodyBytes'));
    return pass(new Request(new URL(`/_internal/${verb}`, url), { method: 'POST', headers, body }), c.env);
  });
}
