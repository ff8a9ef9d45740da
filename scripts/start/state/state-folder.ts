/** Keeps the state folder private: people's files, password hashes and secrets are in it. */
import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Everything that this process and its children create is for its user only. */
const PRIVATE_UMASK = 0o077;

/** Makes the folder, and closes one of an earlier version. Deeper files are out of reach once the folders above them are closed. */
export function closeStateFolder(dataDir: string): void {
  process.umask(PRIVATE_UMASK);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  chmodSync(dataDir, 0o700);
  for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
    if (entry.isDirectory()) chmodSync(path.join(dataDir, entry.name), 0o700);
    else if (entry.isFile()) chmodSync(path.join(dataDir, entry.name), 0o600);
  }
}
