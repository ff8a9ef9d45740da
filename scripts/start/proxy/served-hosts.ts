/** Hosts that the Worker answers for. */
import type { Settings } from '../settings.ts';

/** With their ports; the first one is the app's. */
export function servedHosts({
  appOrigin,
  contentOrigin,
  programsOrigin,
  apiOrigins,
}: Pick<Settings, 'appOrigin' | 'contentOrigin' | 'programsOrigin' | 'apiOrigins'>): string[] {
  const origins = [appOrigin, contentOrigin, programsOrigin, ...apiOrigins.split(',').map((text) => text.trim())];
  return origins.filter((origin) => URL.canParse(origin)).map((origin) => new URL(origin).host);
}
