/** Variables of the Worker on one machine, checked by the Worker's own readers before anything starts. No I/O. */
import { type Env, readConfig } from '#worker/env.ts';
import { readClients } from '#worker/services/auth/client/clients.ts';
import { type Settings, SettingsError } from '../settings.ts';
import type { Messaging } from './messaging.ts';

/** All variables except secrets. */
export function bindingsOf(settings: Settings, messaging: Messaging | undefined): Readonly<Record<string, string>> {
  return {
    APP_ORIGIN: settings.appOrigin,
    CONTENT_ORIGIN: settings.contentOrigin,
    PROGRAMS_ORIGIN: settings.programsOrigin,
    API_ORIGINS: settings.apiOrigins,
    REDIRECT_ORIGINS: settings.redirectOrigins,
    MAGPIE_MODE: settings.mode,
    BLOB_STORE: settings.blobStore ?? 'disk',
    BLOB_INDEX_DIGITS: String(settings.blobIndexDigits ?? 2),
    RESTORED: settings.restored ?? '',
    CLIENTS: settings.clients,
    OIDC_PROVIDERS: settings.signInProviders.providers,
    OIDC_CLIENT_SECRET: settings.signInProviders.secret,
    LIMITS: settings.limits,
    OUTBOUND_ALLOW: settings.outboundAllow,
    OUTBOUND_PORTS: settings.outboundPorts,
    COUNT_COST: settings.countsCost ? 'on' : '',
    DOWNLOADER_SCHEMES: settings.downloader
      ? ['magnet', 'torrent', ...(settings.downloader.hasFtp ? ['ftp'] : [])].join(',')
      : '',
    ...settings.humanCheck,
    ...settings.payment,
    ...messaging?.bindings,
  };
}

/**
 * A Worker that refuses its settings refuses every request, so the start fails with the same message.
 * @throws SettingsError with the Worker's message
 */
export function checkBindings(bindings: Readonly<Record<string, string>>): void {
  try {
    readClients(readConfig(bindings as unknown as Env).clients);
  } catch (error) {
    throw new SettingsError(error instanceof Error ? error.message : String(error));
  }
}
