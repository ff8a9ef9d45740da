/** Who made which bytes from what: an in-toto statement with SLSA's predicate, and its signature by `ssh-keygen -Y`. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { ReleaseRefused } from './refused.ts';

export const NAMESPACE = 'magpie-release';
/** Whom a list of signers names. */
export const IDENTITY = 'magpie-release';

export interface Subject {
  readonly name: string;
  readonly digest: { readonly sha256: string };
}

export interface Material {
  readonly uri: string;
  readonly digest: Readonly<Record<string, string>>;
}

export interface Statement {
  readonly _type: 'https://in-toto.io/Statement/v1';
  readonly subject: readonly Subject[];
  readonly predicateType: string;
  readonly predicate: unknown;
}

export function makeStatement(
  subject: readonly Subject[],
  version: string,
  commit: string,
  materials: readonly Material[],
): Statement {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject,
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:magpie:release:v1',
        externalParameters: { command: 'npm run release', version },
        internalParameters: { node: process.versions.node },
        resolvedDependencies: [{ uri: 'git+file:magpie', digest: { gitCommit: commit } }, ...materials],
      },
      runDetails: { builder: { id: 'urn:magpie:scripts/release' } },
    },
  };
}

function keygen(args: readonly string[], input?: Buffer): { status: number | null; text: string } {
  const { status, stdout, stderr, error } = spawnSync('ssh-keygen', args, { input, encoding: 'utf8' });
  if (error) throw new ReleaseRefused(`ssh-keygen is needed, and did not start: ${error.message}`);
  return { status, text: `${stdout}${stderr}`.trim() };
}

/** Writes `FILE.sig`. @throws ReleaseRefused */
export function sign(file: string, key: string): void {
  if (!existsSync(key)) throw new ReleaseRefused(`There is no key ${key}.`);
  const { status, text } = keygen(['-Y', 'sign', '-q', '-f', key, '-n', NAMESPACE, file]);
  if (status !== 0) throw new ReleaseRefused(`ssh-keygen did not sign with ${key}: ${text}`);
}

/**
 * @param signers  file of allowed signers; without it the signature alone is checked, of any signer
 * @returns in words, who signed. @throws ReleaseRefused
 */
export function checkSignature(file: string, signers: string | undefined): string {
  const signature = `${file}.sig`;
  if (!existsSync(signature)) {
    if (signers !== undefined) throw new ReleaseRefused('It is unsigned, and --signers asks for a signature.');
    return 'unsigned';
  }
  const how = signers === undefined ? ['check-novalidate'] : ['verify', '-f', signers, '-I', IDENTITY];
  const { status, text } = keygen(['-Y', ...how, '-n', NAMESPACE, '-s', signature], readFileSync(file));
  if (status !== 0) throw new ReleaseRefused(`The signature does not hold: ${text}`);
  const key = /\S+ key \S+/.exec(text)?.[0] ?? text;
  return signers === undefined
    ? `signed with the ${key}; whose it is, --signers FILE checks`
    : `signed with the ${key} of ${IDENTITY}`;
}
