/** Makes the oauth part of AuthService out of its operations. */
import type { AuthParts } from '../deps.ts';
import { answerAuthorization, authorize, consentAccount, readAuthorization } from './authorize.ts';
import { decideDevice, deviceRequest, startDeviceGrant } from './device-grant.ts';
import { introspect } from './introspect.ts';
import { serverMetadata } from './server-metadata.ts';
import type { OAuthFace } from './service.ts';

export function makeOAuthOps(parts: AuthParts): OAuthFace {
  return {
    authorize: (input, caller, call) => authorize(parts, input, caller, call),
    readAuthorization: (input) => readAuthorization(parts, input),
    consentAccount: (asked, caller) => consentAccount(parts, asked, caller),
    answerAuthorization: (input, answer, caller, call) => answerAuthorization(parts, input, answer, caller, call),
    startDeviceGrant: (input, call) => startDeviceGrant(parts, input, call),
    deviceRequest: (userCode, caller, call) => deviceRequest(parts, userCode, caller, call),
    decideDevice: (input, caller, call) => decideDevice(parts, input, caller, call),
    introspect: (input, call) => introspect(parts, input, call),
    serverMetadata: () => serverMetadata(parts.appOrigin),
    jwks: () => parts.tokens.openKeys(),
  };
}
