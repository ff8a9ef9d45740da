/** LAN mode for the person at the terminal: what to install on devices, from where, and how to know that it is the right one. */
import { renderUnicodeCompact } from 'uqr';
import type { Settings } from '../settings.ts';
import type { LanCertificates } from './certificates.ts';
import { LAN_PATH } from './page.ts';

/** More networks than a machine usually is in. */
const MAX_PAGES = 4;

/** Where a device gets the certificate: addresses in numbers, which need no name to be found; one of them is in its network. */
function pagesAt({ port, hosts }: Pick<Settings, 'port' | 'hosts'>, addresses: readonly string[]): string[] {
  const isListening = (address: string): boolean =>
    hosts.includes(address) || hosts.includes(address.includes(':') ? '::' : '0.0.0.0');
  const used = addresses.filter(isListening);
  const shown = used.filter((address) => address !== '127.0.0.1' && address !== '::1').slice(0, MAX_PAGES);
  return (shown.length > 0 ? shown : used.slice(0, 1)).map(
    (address) => new URL(LAN_PATH, `https://${address.includes(':') ? `[${address}]` : address}:${port}`).href,
  );
}

/** @param isTerminal  a person reads it: adds the address as a QR code */
export function describeLan(
  settings: Pick<Settings, 'port' | 'hosts'>,
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
