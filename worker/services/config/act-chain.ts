/**
 * The chain of the operators' log: the hash of each act is made from the act and the hash of the one before, so that an act which was
 * changed, removed or put between others is seen. A person who can write the file can make a new chain: note its newest hash elsewhere.
 */
import { createHash } from 'node:crypto';

/** One entry of CONFIG_MIGRATIONS. */
export const CHAIN_TABLE = `
  -- Acts from before the table are added by the first start.
  CREATE TABLE act_chain (seq INTEGER PRIMARY KEY, hash TEXT NOT NULL);
  CREATE TRIGGER chain_stays BEFORE UPDATE ON act_chain BEGIN SELECT RAISE(ABORT, 'the chain is never changed'); END;
  CREATE TRIGGER chain_keeps BEFORE DELETE ON act_chain BEGIN SELECT RAISE(ABORT, 'the chain is never deleted'); END;
`;

/** A row of the table `acts`. */
export interface ChainedAct {
  readonly seq: number;
  readonly at_ms: number;
  /** JSON. */
  readonly by: string;
  readonly act: string;
  readonly name: string;
  readonly before_version: number;
  readonly after_version: number;
  readonly note: string;
}

export interface ChainHead {
  /** Number of the newest act. */
  readonly seq: number;
  /** SHA-256, hex. */
  readonly hash: string;
}

/** @param before  hash of the act before; '' for the first */
export function hashOfAct(before: string, act: ChainedAct): string {
  const { seq, at_ms, by, act: kind, name, before_version, after_version, note } = act;
  const text = JSON.stringify([before, seq, at_ms, by, kind, name, before_version, after_version, note]);
  return createHash('sha256').update(text).digest('hex');
}

/** Null before the first act. */
export function chainHead(sql: SqlStorage): ChainHead | null {
  const [row] = sql
    .exec<{ seq: number; hash: string }>('SELECT seq, hash FROM act_chain ORDER BY seq DESC LIMIT 1')
    .toArray();
  return row ? { seq: row.seq, hash: row.hash } : null;
}

/** Adds the acts that the chain has not. Call inside the transaction that writes one. */
export function chainActs(sql: SqlStorage): void {
  let { seq, hash } = chainHead(sql) ?? { seq: 0, hash: '' };
  const acts = sql.exec<ChainedAct & Record<string, SqlStorageValue>>(
    'SELECT * FROM acts WHERE seq > ? ORDER BY seq',
    seq,
  );
  for (const act of acts.toArray()) {
    hash = hashOfAct(hash, act);
    seq = act.seq;
    sql.exec('INSERT INTO act_chain (seq, hash) VALUES (?, ?)', seq, hash);
  }
}

/**
 * The first of the newest acts whose hash is not the one that follows from it and from the act before; null when all fit. `npm run audit`
 * checks every act.
 * @param limit  acts that are read
 */
export function brokenAct(sql: SqlStorage, limit: number): number | null {
  const newest = sql
    .exec<ChainedAct & { hash: string | null } & Record<string, SqlStorageValue>>(
      'SELECT acts.*, act_chain.hash FROM acts LEFT JOIN act_chain ON act_chain.seq = acts.seq ORDER BY acts.seq DESC LIMIT ?',
      limit,
    )
    .toArray();
  const head = chainHead(sql);
  // An act that was removed at the end is in the chain alone.
  if ((head?.seq ?? 0) > (newest[0]?.seq ?? 0)) return head?.seq ?? 0;
  let before: string | null = null;
  for (const act of newest.toReversed()) {
    before ??= hashBefore(sql, act.seq);
    if (act.hash !== hashOfAct(before, act)) return act.seq;
    before = act.hash;
  }
  return null;
}

function hashBefore(sql: SqlStorage, seq: number): string {
  const [row] = sql
    .exec<{ hash: string }>('SELECT hash FROM act_chain WHERE seq < ? ORDER BY seq DESC LIMIT 1', seq)
    .toArray();
  return row?.hash ?? '';
}
