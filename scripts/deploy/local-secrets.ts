/**
 * `magpie.secrets.<environment>.json`: the secrets of one installation, readable by their owner only. Cloudflare never gives a secret
 * back: this file is the one copy that a move or a restore needs.
 */
import { chmodSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { EnvironmentName } from './settings.ts';
import { Stop } from './stop.ts';

export interface LocalSecrets {
  readonly file: string;
  /** For an upload's copy, which wrangler reads. Beside the other, so that a run that is killed leaves it in no folder of others. */
  readonly uploadFile: string;
  get(name: string): string | undefined;
  /** Writes the file before it returns. */
  set(values: Readonly<Record<string, string>>): void;
}

export function secretsFileName(environment: EnvironmentName): string {
  return `magpie.secrets.${environment}.json`;
}

/** @throws Stop when the file is damaged */
export function openLocalSecrets(folder: string, environment: EnvironmentName): LocalSecrets {
  const file = path.join(folder, secretsFileName(environment));
  const uploadFile = path.join(folder, `magpie.secrets.${environment}.upload.json`);
  // Of a run that was killed.
  rmSync(uploadFile, { force: true });
  let values: Record<string, string> = {};
  if (existsSync(file)) {
    chmodSync(file, 0o600);
    try {
      values = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    } catch (cause) {
      throw new Stop(`${file} is damaged`, 'Put back a copy of it; new secrets would orphan what is stored.', {
        cause,
      });
    }
  }
  return {
    file,
    uploadFile,
    get: (name) => values[name],
    set(more) {
      values = { ...values, ...more };
      const draft = `${file}.${process.pid}.tmp`;
      writeFileSync(draft, `${JSON.stringify(values, null, 2)}\n`, { mode: 0o600, flush: true });
      renameSync(draft, file);
    },
  };
}
