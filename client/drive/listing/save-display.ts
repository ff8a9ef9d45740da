/** Saves how the person wants listings among the settings of the account. */
import type { ApiClient } from '#client/api/client.ts';
import { preferenceEndpoints } from '#shared/auth/preferences.contract.ts';
import { DISPLAY_SETTING, type SavedDisplay, settingOf } from '#shared/drive/display.ts';

export function saveDisplay(api: ApiClient, display: SavedDisplay): Promise<unknown> {
  const body = { items: { [DISPLAY_SETTING]: settingOf(display) } };
  return api.call(preferenceEndpoints.saveSettings, { body, isBackground: true });
}
