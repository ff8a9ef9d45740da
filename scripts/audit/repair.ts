/** Implements `--repair`: removes unreferenced objects and corrects counters. Logs each step; changes nothing else. */
import { appendFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { listBlobs } from './blob-listing.ts';
import type { Finding } from './finding.ts';

/** One line of the log. */
interface RepairLine {
  at: string;
  kind: string;
  where: string;
  ids: readonly string[];
  says: string;
  done: string;
}

/**
 * Repairs what can be repaired of a stopped folder.
 * @returns how many repairs were made, and where they are written down
 */
export async function repairFolder(
  dataDir: string,
  findings: readonly Finding[],
  nowMs: number,
): Promise<{ repaired: number; log: string }> {
  const log = path.join(dataDir, 'audit-repairs.jsonl');
  const { blobs } = await listBlobs(dataDir);
  let repaired = 0;
  for (const { repair, kind, where, ids, says } of findings) {
    if (!repair) continue;
    let done: string;
    if (repair.kind === 'remove-blob') {
      const file = blobs.get(repair.key)?.file;
      // The local R2 simulator would keep its index row; an object there is left to its own tools.
      if (file === undefined || path.basename(file) !== repair.key) continue;
      rmSync(file);
      done = `removed ${path.relative(dataDir, file)}`;
    } else {
      const db = new DatabaseSync(repair.file);
      try {
        db.prepare(repair.statement).run(...repair.values);
      } finally {
        db.close();
      }
      done = `${repair.statement} [${repair.values.join(', ')}]`;
    }
    repaired += 1;
    const line: RepairLine = { at: new Date(nowMs).toISOString(), kind, where, ids, says, done };
    appendFileSync(log, `${JSON.stringify(line)}\n`);
  }
  return { repaired, log };
}
