/**
 * The secrets of one state folder: made once, stored in a file that only its owner may read.
 * Everything else the Worker signs or encrypts with is derived there from `SECRET_ROOT`.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dropOldKeys, makeSigningKey, rotateKeys } from './signing-keys.ts';

/** Plain strings, as the Worker's bindings of the same names expect them. */
export interface Secrets {
  /** 64 hex characters (256 bits). */
  SECRET_ROOT: string;
  /** Private ES256 key as JWK JSON, with a `kid`; or a set of keys, the first of which signs. */
  JWT_PRIVATE_JWK: string;
  /** Bearer of calls to `/_internal/*`; 43 characters base64url. */
  INTERNAL_TOKEN: string;
}

/** New random secrets. */
export function makeSecrets(): Secrets {
  return {
    SECRET_ROOT: randomBytes(32).toString('hex'),
    JWT_PRIVATE_JWK: JSON.stringify(makeSigningKey()),
    INTERNAL_TOKEN: randomBytes(32).toString('base64url'),
  };
}

function parseSecrets(text: string, file: string): Secrets {
  const value = JSON.parse(text) as Partial<Record<keyof Secrets, unknown>>;
  const { SECRET_ROOT, JWT_PRIVATE_JWK, INTERNAL_TOKEN } = value;
  if (typeof SECRET_ROOT !== 'string' || !/^[0-9a-f]{64}$/.test(SECRET_ROOT))
    throw new Error(`${file}: SECRET_ROOT is damaged`);
  if (typeof JWT_PRIVATE_JWK !== 'string') throw new Error(`${file}: JWT_PRIVATE_JWK is damaged`);
  if (typeof INTERNAL_TOKEN !== 'string' || INTERNAL_TOKEN.length < 32)
    throw new Error(`${file}: INTERNAL_TOKEN is damaged`);
  return { SECRET_ROOT, JWT_PRIVATE_JWK, INTERNAL_TOKEN };
}

/**
 * Reads `<dataDir>/secrets.json`, making it at first use. The file is complete or absent, so a crash or a second
 * process never leaves half of it.
 * @param nowMs  epoch ms; retired keys are left out when all their tokens have expired
 * @throws Error when the file is there but damaged: new secrets would orphan everything signed with the old ones
 */
export function loadSecrets(dataDir: string, nowMs: number = Date.now()): Secrets {
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, 'secrets.json');
  if (!existsSync(file)) {
    const draft = path.join(dataDir, `secrets.${process.pid}.tmp`);
    writeFileSync(draft, `${JSON.stringify(makeSecrets(), null, 2)}\n`, { mode: 0o600, flush: true });
    try {
      linkSync(draft, file);
    } catch (cause) {
      if (!existsSync(file)) throw cause;
    } finally {
      rmSync(draft, { force: true });
    }
  }
  chmodSync(file, 0o600);
  const secrets = parseSecrets(readFileSync(file, 'utf8'), file);
  return { ...secrets, JWT_PRIVATE_JWK: dropOldKeys(secrets.JWT_PRIVATE_JWK, Math.floor(nowMs / 1_000)) };
}

/**
 * Puts a new signing key first; the old ones verify until their tokens have expired. The file is replaced in one step. Only while
 * no server runs on the folder: a running one would continue to sign with the old key.
 */
export function rotateSigningKeys(dataDir: string, nowSeconds: number): void {
  const secrets = loadSecrets(dataDir, nowSeconds * 1_000);
  const next: Secrets = { ...secrets, JWT_PRIVATE_JWK: rotateKeys(secrets.JWT_PRIVATE_JWK, nowSeconds) };
  const draft = path.join(dataDir, `secrets.${process.pid}.tmp`);
  writeFileSync(draft, `${JSON.stringify(next, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(draft, path.join(dataDir, 'secrets.json'));
}
