/** The list of parts of a release, as CycloneDX 1.5: npm's packages by package-lock.json, Debian's, and the programs. Pure. */
import { createHash } from 'node:crypto';
import type { Architecture, DebianPackage, Program } from './downloads.ts';

export interface LockEntry {
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
}

export interface Parts {
  readonly version: string;
  readonly commit: string;
  readonly seconds: number;
  /** `packages` of package-lock.json. */
  readonly lock: Readonly<Record<string, LockEntry>>;
  /** Folders of packages that are in a release as they are. */
  readonly folders: readonly string[];
  readonly programs: readonly Program[];
  readonly debian: Readonly<Record<Architecture, readonly DebianPackage[]>>;
}

interface Component {
  readonly type: 'application' | 'library';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly scope?: 'required' | 'optional';
  readonly group?: string;
  readonly hashes?: readonly { readonly alg: 'SHA-256' | 'SHA-512'; readonly content: string }[];
  readonly licenses?: readonly { readonly expression: string }[];
}

/** Names of licences of SPDX, and their combinations. */
const EXPRESSION = /^\(?[A-Za-z0-9.+-]+(?: (?:OR|AND|WITH) [A-Za-z0-9.+-]+)*\)?$/;

function npmComponent(
  full: string,
  { version = '', integrity, license }: LockEntry,
  scope: 'required' | 'optional',
): Component {
  const [group, name] = full.startsWith('@') ? (full.split('/') as [string, string]) : [undefined, full];
  const purl = `pkg:npm/${group ? `${encodeURIComponent(group)}/` : ''}${name}@${version}`;
  const [algorithm, digest = ''] = integrity?.split('-') ?? [];
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group ? { group } : {}),
    name,
    version,
    scope,
    ...(algorithm === 'sha512'
      ? { hashes: [{ alg: 'SHA-512' as const, content: Buffer.from(digest, 'base64').toString('hex') }] }
      : {}),
    ...(license && EXPRESSION.test(license) ? { licenses: [{ expression: license }] } : {}),
    purl,
  };
}

function debianComponent(architecture: Architecture, { name, version, sha256 }: DebianPackage): Component {
  const purl = `pkg:deb/debian/${name.replaceAll('+', '%2B')}@${version.replaceAll('+', '%2B').replaceAll(':', '%3A').replaceAll('~', '~')}?arch=${architecture}`;
  const hashes = [{ alg: 'SHA-256' as const, content: sha256 }];
  return { type: 'library', 'bom-ref': purl, name, version, scope: 'required', hashes, purl };
}

/** A number that the same release has always. */
function serialOf(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex');
  return `urn:uuid:${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

export function makeSbom(parts: Parts) {
  const { version, commit, seconds, lock, folders, programs, debian } = parts;
  const shipped = new Set(folders);
  const found = new Map<string, Component>();
  const add = (component: Component): void => {
    const before = found.get(component['bom-ref']);
    if (before?.scope !== 'required') found.set(component['bom-ref'], component);
  };
  for (const [place, entry] of Object.entries(lock)) {
    // The optional ones are bundled into the pages and the Worker, or build them.
    if (place === '' || entry.dev || !entry.version) continue;
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    add(npmComponent(name, entry, shipped.has(place) ? 'required' : 'optional'));
  }
  for (const { name, ...program } of programs) add({ ...npmComponent(name, program, 'required'), type: 'application' });
  for (const architecture of ['amd64', 'arm64'] as const)
    for (const each of debian[architecture]) add(debianComponent(architecture, each));
  const components = [...found.values()].sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1));
  const whole: Component = {
    type: 'application',
    'bom-ref': `pkg:generic/magpie@${version}`,
    name: 'magpie',
    version,
    purl: `pkg:generic/magpie@${version}`,
    licenses: [{ expression: 'MIT' }],
  };
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: serialOf(`${commit} ${version}`),
    version: 1,
    metadata: { timestamp: new Date(seconds * 1_000).toISOString(), component: whole },
    components,
    dependencies: [{ ref: whole['bom-ref'], dependsOn: components.map((component) => component['bom-ref']) }],
  };
}
