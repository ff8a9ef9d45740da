/** Makes the oauth part of AuthService out of its operations. */
import type { AuthParts } from './deps.ts';
import type { OAuthFace } from './oauth.face.ts';

export function makeOAuthOps(_parts: AuthParts): OAuthFace {
  return {};
}
