/**
 * The certificate authority of LAN mode: made once for a state folder, in `lan/`, its key for its owner only. It signs short-lived
 * certificates of servers in local networks and for nothing else (name constraints, extended key usage). The only file that imports the library.
 */
import 'reflect-metadata';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { AsnConvert } from '@peculiar/asn1-schema';
import { GeneralName, GeneralSubtree, GeneralSubtrees, NameConstraints } from '@peculiar/asn1-x509';
import * as x509 from '@peculiar/x509';
import { PRIVATE_NETWORKS } from './addresses.ts';

const KEY_ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNING = { ...KEY_ALGORITHM, hash: 'SHA-256' } as const;
const DAY_MS = 86_400_000;
/** Ten years: each device has to install it by hand. */
const AUTHORITY_DAYS = 3_650;
/** Less than the 825 days that Apple's systems accept; renewed long before. */
export const LEAF_DAYS = 90;
/** Clocks of devices may be behind. */
const BACKDATE_MS = DAY_MS;
/** An authority that ends sooner is replaced at a start. */
const LEAST_LEFT_MS = 2 * LEAF_DAYS * DAY_MS;
const NAME_CONSTRAINTS = '2.5.29.30';
/** Domains that exist in local networks alone. @source RFC 6762, RFC 8375, ICANN resolution 2024.07.29.06 */
const LOCAL_DOMAINS = ['local', 'home.arpa', 'internal', 'lan', 'localhost'];

export interface Authority {
  /** PEM. */
  readonly certificate: string;
  /** SHA-256 of the certificate, as systems show it. */
  readonly fingerprint: string;
  /** Where the certificate is. */
  readonly file: string;
  /** Made just now, because there was none or it was about to end. */
  readonly isNew: boolean;
  /** Whether the name constraints allow a host name. */
  permits(host: string): boolean;
  /** Signs for host names and addresses. Those that the constraints forbid must not be among them. */
  sign(names: readonly string[], nowMs: number): Promise<LeafCertificate>;
}

/** A key and its certificate, PEM. */
export interface LeafCertificate {
  readonly key: string;
  readonly certificate: string;
  readonly endsAtMs: number;
}

const pemOf = (kind: string, bytes: ArrayBuffer): string =>
  `-----BEGIN ${kind}-----\n${(
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  ).join('\n')}\n-----END ${kind}-----\n`;

async function makeKey(): Promise<{ pair: CryptoKeyPair; pem: string }> {
  const pair = await crypto.subtle.generateKey(KEY_ALGORITHM, true, ['sign', 'verify']);
  return { pair, pem: pemOf('PRIVATE KEY', await crypto.subtle.exportKey('pkcs8', pair.privateKey)) };
}

const serial = (): string => `00${randomBytes(15).toString('hex')}`;

function constraints(domains: readonly string[]): x509.Extension {
  const permitted = [
    ...domains.map((dNSName) => new GeneralName({ dNSName })),
    ...PRIVATE_NETWORKS.map((iPAddress) => new GeneralName({ iPAddress })),
  ].map((base) => new GeneralSubtree({ base }));
  const value = new NameConstraints({ permittedSubtrees: new GeneralSubtrees(permitted) });
  return new x509.Extension(NAME_CONSTRAINTS, true, AsnConvert.serialize(value));
}

function permittedDomains(certificate: x509.X509Certificate): string[] {
  const found = certificate.getExtension(NAME_CONSTRAINTS);
  if (!found) return [];
  const { permittedSubtrees = [] } = AsnConvert.parse(found.value, NameConstraints);
  return [...permittedSubtrees].flatMap(({ base }) => (base.dNSName === undefined ? [] : [base.dNSName.toLowerCase()]));
}

/** @returns key and certificate, PEM */
async function makeAuthority(hosts: readonly string[], nowMs: number): Promise<string> {
  const { pair, pem } = await makeKey();
  const isLocal = (host: string): boolean => LOCAL_DOMAINS.some((one) => host === one || host.endsWith(`.${one}`));
  const others = hosts.filter((host) => isIP(host) === 0 && !isLocal(host));
  const own = os.hostname().toLowerCase().split('.')[0] || 'this machine';
  const name: x509.JsonName = [{ CN: [`Magpie of ${own} (${randomBytes(2).toString('hex')})`] }, { O: ['Magpie'] }];
  const made = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serial(),
    name,
    notBefore: new Date(nowMs - BACKDATE_MS),
    notAfter: new Date(nowMs + AUTHORITY_DAYS * DAY_MS),
    signingAlgorithm: SIGNING,
    keys: pair,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      // Name constraints say nothing of code and mail: without it a thief of the key could sign these.
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      await x509.SubjectKeyIdentifierExtension.create(pair.publicKey),
      constraints([...LOCAL_DOMAINS, ...others]),
    ],
  });
  return `${pem}${made.toString('pem')}\n`;
}

/** Replaced in one step, so a crash leaves no half of it. */
function write(file: string, text: string): void {
  writeFileSync(`${file}.tmp`, text, { mode: 0o600, flush: true });
  renameSync(`${file}.tmp`, file);
}

/** @throws Error when the file does not hold a key and a certificate */
function read(file: string): { key: ArrayBuffer; certificate: x509.X509Certificate } {
  const [key, certificate] = x509.PemConverter.decode(readFileSync(file, 'utf8'));
  if (!key || !certificate)
    throw new Error(
      `${file} is damaged: restore it from a backup, or move the folder away and install another authority.`,
    );
  return { key, certificate: new x509.X509Certificate(certificate) };
}

async function sign(
  parent: x509.X509Certificate,
  parentKey: CryptoKey,
  names: readonly string[],
  nowMs: number,
): Promise<LeafCertificate> {
  const { pair, pem } = await makeKey();
  const endsAtMs = Math.min(nowMs + LEAF_DAYS * DAY_MS, parent.notAfter.getTime());
  const made = await x509.X509CertificateGenerator.create({
    serialNumber: serial(),
    subject: [{ CN: [names[0] ?? 'Magpie'] }],
    issuer: parent.subject,
    notBefore: new Date(nowMs - BACKDATE_MS),
    notAfter: new Date(endsAtMs),
    signingAlgorithm: SIGNING,
    publicKey: pair.publicKey,
    signingKey: parentKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      await x509.SubjectKeyIdentifierExtension.create(pair.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(parent),
      new x509.SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const), value })),
      ),
    ],
  });
  return { key: pem, certificate: made.toString('pem'), endsAtMs };
}

/**
 * Reads the authority of a state folder, making it at first use.
 * @param hosts  of app and content; a new authority may sign for them
 * @throws Error when the files are damaged: another authority would have to be installed on every device
 */
export async function loadAuthority(dataDir: string, hosts: readonly string[], nowMs: number): Promise<Authority> {
  const folder = path.join(dataDir, 'lan');
  const [file, keyFile] = [path.join(folder, 'ca.crt'), path.join(folder, 'ca.key')];
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let own = existsSync(keyFile) ? read(keyFile) : undefined;
  const isNew = own === undefined || own.certificate.notAfter.getTime() - nowMs < LEAST_LEFT_MS;
  if (own === undefined || isNew) {
    write(keyFile, await makeAuthority(hosts, nowMs));
    own = read(keyFile);
  }
  const { certificate } = own;
  const key = await crypto.subtle.importKey('pkcs8', own.key, KEY_ALGORITHM, false, ['sign']);
  // A copy without the key, to be handed to devices.
  write(file, certificate.toString('pem'));
  const domains = permittedDomains(certificate);
  const digest = createHash('sha256').update(new Uint8Array(certificate.rawData)).digest('hex').toUpperCase();
  return {
    certificate: certificate.toString('pem'),
    fingerprint: (digest.match(/../g) ?? []).join(':'),
    file,
    isNew,
    permits: (host) => domains.some((domain) => host === domain || host.endsWith(`.${domain}`)),
    sign: (names, atMs) => sign(certificate, key, names, atMs),
  };
}
