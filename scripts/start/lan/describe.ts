/** LAN mode for the person at the terminal: what to install on devices, from where, and how to know that it is the right one. */
import { renderUnicodeCompact } from 'uqr';
import type { Settings } from '../settings.ts';
import type { LanCertificates } from './certificates.ts';
import { LAN_PATH } from './page.ts';

/** More networks than a machine usually is in. */
const MAX_PAGES = 4;

type ShownSettings = Pick<Settings, 'port' | 'hosts' | 'appOrigin' | 'lan'>;

/** Where a device gets the certificate: addresses in numbers, which need no name to be found; one of them is in its network. */
function pagesAt({ port, hosts, appOrigin, lan }: ShownSettings, addresses: readonly string[]): string[] {
  const pageAt = (address: string, at: number | string): string =>
    new URL(LAN_PATH, `https://${address.includes(':') ? `[${address}]` : address}:${at}`).href;
  // Devices use the port that the app's origin has.
  if (lan && lan.addresses.length > 0)
    return lan.addresses.map((address) => pageAt(address, new URL(appOrigin).port || 443));
  const isListening = (address: string): boolean =>
    hosts.includes(address) || hosts.includes(address.includes(':') ? '::' : '0.0.0.0');
  const used = addresses.filter(isListening);
  const shown = used.filter((address) => address !== '127.0.0.1' && address !== '::1').slice(0, MAX_PAGES);
  return (shown.length > 0 ? shown : used.slice(0, 1)).map((address) => pageAt(address, port));
}

/** @param isTerminal  a person reads it: adds the address as a QR code */
export function describeLan(
  settings: ShownSettings,
  { authority, addresses }: Pick<LanCertificates, 'authority' | 'addresses'>,
  isTerminal: boolean = process.stdout.isTTY,
): string {
  const pages = pagesAt(settings, addresses);
  const made = authority.isNew ? 'A certificate authority was made. ' : '';
  return [
    `${made}Devices of this network install its certificate once (docs/lan.md):`,
    `  file         ${authority.file}`,
    ...pages.map((page) => `  or open      ${page} (the browser warns until it is installed)`),
    `  fingerprint  ${authority.fingerprint} (SHA-256)`,
    ...(isTerminal ? pages.slice(0, 1).map((page) => renderUnicodeCompact(page, { border: 2 })) : []),
    '',
  ].join('\n');
}
