/**
 * How a sync client signs in by the browser: it asks for a request, opens the address in the answer, and asks again and again until the
 * person has allowed it. The page is one of the app's own host.
 */

import { type ErrorName, isAppError } from '#shared/errors.ts';
import { loginContract } from '#shared/programs/login.contract.ts';
import { KIB } from '#shared/units.ts';
import { drainRequest, readLimitedBytes } from '#worker/platform/body/read.ts';
import type { ProgramDeps } from '../deps.ts';
import type { ProgramRequest, Protocol } from '../gate/protocol.ts';

const { path: START } = loginContract.start;
const { path: POLL } = loginContract.poll;
const BODY_BYTES = 2 * KIB;

function json(body: unknown, status = 200, headers: HeadersInit = {}): Response {
  const type = 'application/json; charset=utf-8';
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': type, 'cache-control': 'no-store', ...headers },
  });
}

async function start(
  { auth, programsOrigin }: ProgramDeps,
  { call, place, request }: ProgramRequest,
): Promise<Response> {
  await drainRequest(request, BODY_BYTES);
  const { token, address } = await auth.startProgramLogin(place, call);
  return json({ poll: { token, endpoint: `${programsOrigin}${POLL}` }, login: address });
}

/** Until it is allowed, and for anything else: 404, as the protocol says. */
async function poll({ auth, programsOrigin }: ProgramDeps, { request }: ProgramRequest): Promise<Response> {
  const body = new TextDecoder().decode(await readLimitedBytes(request, BODY_BYTES));
  const token = new URLSearchParams(body).get('token') ?? '';
  const found = await auth.pollProgramLogin(token);
  if (!found) return json([], 404);
  return json({ server: programsOrigin, loginName: found.loginName, appPassword: found.appPassword });
}

const STATUSES: Readonly<Partial<Record<ErrorName, number>>> = {
  too_many_requests: 429,
  unavailable: 503,
  request_too_large: 413,
};

/** Refusals as the protocol has them: a status alone. */
function refused(error: unknown): Response {
  if (!isAppError(error)) throw error;
  const retry = error.detail?.retryInSeconds;
  const status = STATUSES[error.errorName] ?? 403;
  return json([], status, retry === undefined ? {} : { 'retry-after': String(retry) });
}

export function loginProtocol(deps: ProgramDeps): Protocol {
  return {
    route: START,
    owns: (path) => path === START || path === POLL,
    async serve(asked) {
      if (asked.request.method !== 'POST') return json([], 405, { allow: 'POST' });
      try {
        return await (asked.url.pathname === START ? start(deps, asked) : poll(deps, asked));
      } catch (error) {
        return refused(error);
      }
    },
  };
}
