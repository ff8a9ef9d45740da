/** Copies of the D1 databases of a state folder, which no object holds. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { copyDatabase } from '../copy-database.ts';
import { hasTable } from '../state-copy.ts';

/** Folder of D1 databases, as the runtime lays it out under the state folder. */
const DATABASES_DIR = 'state/d1/miniflare-D1DatabaseObject';

export interface Databases {
  /** Orders; undefined in a folder that sold nothing. */
  readonly billing: DatabaseSync | undefined;
  /** Totals and lists of operators. */
  readonly admin: DatabaseSync | undefined;
}

/** Copies the databases for `look`, and removes the copies. */
export async function withDatabases<T>(dataDir: string, look: (databases: Databases) => T): Promise<T> {
  const from = path.join(dataDir, DATABASES_DIR);
  if (!existsSync(from)) return look({ billing: undefined, admin: undefined });
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'magpie-audit-databases-'));
  const opened: DatabaseSync[] = [];
  try {
    for (const file of readdirSync(from).filter((name) => name.endsWith('.sqlite') && name !== 'metadata.sqlite')) {
      const copy = path.join(scratch, file);
      await copyDatabase(path.join(from, file), copy);
      opened.push(new DatabaseSync(copy));
    }
    return look({
      billing: opened.find((db) => hasTable(db, 'invoices') && hasTable(db, 'orders')),
      admin: opened.find((db) => hasTable(db, 'hourly_totals')),
    });
  } finally {
    for (const db of opened) db.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}
