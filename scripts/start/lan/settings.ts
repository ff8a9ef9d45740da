/** `MAGPIE_LAN`: serves the machines of one network by https, with certificates of our own. No I/O. */
import { hasPasskeys } from '#shared/auth/passkey-origin.ts';

/** How this network reaches the server. */
export interface LanSettings {
  /** Host of pages and calls. */
  readonly appHost: string;
  /** Host of stored files. */
  readonly contentHost: string;
  /** Hosts under `.local` that this server answers for itself (multicast DNS). */
  readonly published: readonly string[];
}

/** Host names of the app and of stored files, when the settings name none. */
export interface LanNames {
  readonly app: string;
  readonly content: string;
}

const DEFAULT_LABEL = 'magpie';
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,40}[a-z0-9])?$/;

/** @returns undefined when the mode is off. @throws Error with a sentence for the operator */
export function readLanNames(text: string | undefined): LanNames | undefined {
  if (text === undefined || text === '') return undefined;
  const label = text === '1' ? DEFAULT_LABEL : text;
  if (!LABEL.test(label))
    throw new Error('MAGPIE_LAN must be 1, or a name of lower-case letters, digits and hyphens such as attic.');
  return { app: `${label}.local`, content: `${label}-files.local` };
}

/** Warning at start; '' when pages have a name. LAN mode refuses an address. */
export function describeOrigin(appOrigin: string): string {
  if (hasPasskeys(appOrigin)) return '';
  return `warning: ${appOrigin} is an address: passkeys belong to names, so pages offer none.\n`;
}

/** @throws Error with a sentence for the operator */
export function lanOf(names: LanNames, appOrigin: string, contentOrigin: string, isReachable: boolean): LanSettings {
  const [app, content] = [new URL(appOrigin), new URL(contentOrigin)];
  for (const { protocol, origin } of [app, content])
    if (protocol !== 'https:') throw new Error(`MAGPIE_LAN serves by https, so ${origin} must be an https origin.`);
  if (!hasPasskeys(appOrigin))
    throw new Error('APP_ORIGIN must be a name with MAGPIE_LAN, not an address: passkeys belong to names.');
  const hosts = [app.hostname, content.hostname];
  return {
    appHost: app.hostname,
    contentHost: content.hostname,
    published: isReachable ? hosts.filter((host) => host === names.app || host === names.content) : [],
  };
}
