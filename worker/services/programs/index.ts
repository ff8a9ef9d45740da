/** Programs that people own: the protocols that they speak, at an address of their own. Calls auth, drive and share. */
import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from '#worker/platform/http.ts';
import { davProtocol } from './dav/protocol.ts';
import type { ProgramDeps } from './deps.ts';
import { dialectProtocol } from './dialect/protocol.ts';
import { makeGate } from './gate/endpoints.ts';
import type { Protocol } from './gate/protocol.ts';
import { linkProtocol } from './links/protocol.ts';
import { loginProtocol } from './login/protocol.ts';
import { tusProtocol } from './tus/protocol.ts';

export type { ProgramDeps } from './deps.ts';

/** The protocols that are served, each at its own paths. */
function protocolsOf(deps: ProgramDeps): readonly Protocol[] {
  // A link first: its paths are below those of the drive.
  return [linkProtocol(deps), davProtocol(deps), dialectProtocol(deps), loginProtocol(deps), tusProtocol(deps)];
}

/** Answers every request to the address of programs, and passes all others on. */
export function makeProgramRoutes(deps: ProgramDeps): MiddlewareHandler<AppEnv> {
  return makeGate(deps, protocolsOf(deps));
}
