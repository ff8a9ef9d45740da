/** Makes the settings part of AuthService out of its operations. */
import type { AuthParts } from './deps.ts';
import type { SettingsFace } from './settings.face.ts';

export function makeSettingsOps(_parts: AuthParts): SettingsFace {
  return {};
}
