/** Makes the factor part of AuthService out of its operations. */
import type { AuthParts } from './deps.ts';
import type { FactorFace } from './factor.face.ts';

export function makeFactorOps(_parts: AuthParts): FactorFace {
  return {};
}
