/** The server's certificate in LAN mode: made at each start, when this machine's addresses change, and long before it ends. */
import os from 'node:os';
import { SettingsError } from '../settings.ts';
import { neighbourNetworks, ownAddresses } from './addresses.ts';
import { type Authority, LEAF_DAYS, loadAuthority } from './authority.ts';
import type { LanSettings } from './settings.ts';

/** The proxy's part of LAN mode. Holds no key of the authority. */
export interface LanCertificate {
  /** PEM. */
  readonly key: string;
  readonly certificate: string;
  /** The authority's certificate, PEM. */
  readonly authority: string;
  readonly fingerprint: string;
  /** Peers in other networks are not served. */
  readonly networks: readonly string[];
}

export interface LanCertificates {
  readonly authority: Authority;
  /** Addresses of this machine that the certificate is for. */
  readonly addresses: readonly string[];
  current(): LanCertificate;
  /** Calls when a certificate was made anew. */
  watch(onChange: () => void): void;
  stop(): void;
}

/** 15 s: a device that looks for the server after a change of networks tries again anyway. */
const LOOK_MS = 15_000;
const RENEW_MS = (LEAF_DAYS / 2) * 86_400_000;

/** Names of this machine that the authority may sign for. */
function namesOf({ appHost, contentHost }: LanSettings, authority: Authority, addresses: readonly string[]): string[] {
  const bare = (host: string): string => host.replace(/^\[|\]$/g, '');
  const own = os.hostname().toLowerCase();
  const machine = [own, `${own.split('.')[0]}.local`, 'localhost'].filter((name) => authority.permits(name));
  return [...new Set([bare(appHost), bare(contentHost), ...machine, ...addresses])];
}

/** @throws SettingsError when the authority may not sign for the app's or the content's host */
export async function openCertificates(
  dataDir: string,
  settings: LanSettings,
  nowMs: () => number = Date.now,
): Promise<LanCertificates> {
  const { appHost, contentHost } = settings;
  const names = [appHost, contentHost].filter((host) => !/^\[|^[\d.]+$/.test(host));
  const authority = await loadAuthority(dataDir, names, nowMs());
  const refused = names.find((name) => !authority.permits(name));
  if (refused !== undefined)
    throw new SettingsError(
      `The certificate authority in ${authority.file} was made for other names than ${refused}. Use the names of its first start, or move ` +
        'its folder away: the next start makes another one, which every device has to install.',
    );
  const seen = (): string => [...ownAddresses(), ...neighbourNetworks()].join();
  const make = async (): Promise<{ current: LanCertificate; seen: string; endsAtMs: number; addresses: string[] }> => {
    const [addresses, networks] = [[...settings.addresses, ...ownAddresses()], neighbourNetworks()];
    const leaf = await authority.sign(namesOf(settings, authority, addresses), nowMs());
    return {
      current: {
        key: leaf.key,
        certificate: leaf.certificate,
        authority: authority.certificate,
        fingerprint: authority.fingerprint,
        networks,
      },
      seen: seen(),
      endsAtMs: leaf.endsAtMs,
      addresses,
    };
  };
  let made = await make();
  let timer: NodeJS.Timeout | undefined;
  const isDue = (): boolean => made.seen !== seen() || made.endsAtMs - nowMs() < RENEW_MS;
  return {
    authority,
    get addresses() {
      return made.addresses;
    },
    current: () => made.current,
    watch(onChange) {
      timer = setInterval(() => {
        if (!isDue()) return;
        make().then(
          (next) => {
            made = next;
            onChange();
          },
          (error: unknown) => process.stderr.write(`error: the certificate could not be made: ${String(error)}\n`),
        );
      }, LOOK_MS);
    },
    stop: () => clearInterval(timer),
  };
}
