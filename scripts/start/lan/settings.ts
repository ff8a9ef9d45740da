/** `MAGPIE_LAN`: serves the machines of one network by https, with certificates of our own. No I/O. */
import { isIP } from 'node:net';
import { hasPasskeys } from '#shared/auth/passkey-origin.ts';
import { isPrivate } from './addresses.ts';

/** How this network reaches the server. */
export interface LanSettings {
  /** Host of pages and calls. */
  readonly appHost: string;
  /** Host of stored files. */
  readonly contentHost: string;
  /** Hosts under `.local` that this server answers for itself (multicast DNS). */
  readonly published: readonly string[];
  /** Addresses of this machine in the network when its ports are another's (a container); none: those of its own interfaces. */
  readonly addresses: readonly string[];
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

/** @param text  comma-separated. @throws Error with a sentence for the operator */
export function readLanAddresses(text: string | undefined): readonly string[] {
  const given = (text ?? '').split(',').flatMap((each) => each.trim() || []);
  const wrong = given.find((each) => isIP(each) === 0 || !isPrivate(each));
  if (wrong !== undefined)
    throw new Error(`MAGPIE_LAN_ADDRESS must be addresses of a private network such as 192.168.1.5, not "${wrong}".`);
  return given;
}

/** Warning at start; '' when pages have a name. LAN mode refuses an address. */
export function describeOrigin(appOrigin: string): string {
  if (hasPasskeys(appOrigin)) return '';
  return `warning: ${appOrigin} is an address: passkeys belong to names, so pages offer none.\n`;
}

/**
 * @param own.isReachable  other machines can connect
 * @throws Error with a sentence for the operator
 */
export function lanOf(
  names: LanNames,
  origins: { readonly app: string; readonly content: string },
  { isReachable, addresses }: { readonly isReachable: boolean; readonly addresses: readonly string[] },
): LanSettings {
  const [app, content] = [new URL(origins.app), new URL(origins.content)];
  for (const { protocol, origin } of [app, content])
    if (protocol !== 'https:') throw new Error(`MAGPIE_LAN serves by https, so ${origin} must be an https origin.`);
  if (!hasPasskeys(origins.app))
    throw new Error('APP_ORIGIN must be a name with MAGPIE_LAN, not an address: passkeys belong to names.');
  const hosts = [app.hostname, content.hostname];
  return {
    appHost: app.hostname,
    contentHost: content.hostname,
    // Behind another's ports the answer would name an address that devices do not reach.
    published:
      isReachable && addresses.length === 0 ? hosts.filter((host) => host === names.app || host === names.content) : [],
    addresses,
  };
}
