/** Hosts that the Worker answers for. */
import type { Settings } from '../settings.ts';

/** With their ports; the first one is the app's. */
export function servedHosts({
  appOrigin,
  contentOrigin,
  apiOrigins,
}: Pick<Settings, 'appOrigin' | 'contentOrigin' | 'apiOrigins'>): string[] {
  const origins = [appOrigin, contentOrigin, ...apiOrigins.split(',').map((text) => text.trim())];
  return origins.filter((origin) => URL.canParse(origin)).map((origin) => new URL(origin).host);
}
