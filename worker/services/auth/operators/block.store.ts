/** SQL of an operator's block of an account. */

export const BLOCK_MIGRATION = `
  -- BLOCKED: the status that returns with the end of the block.
  ALTER TABLE account ADD COLUMN held TEXT NOT NULL DEFAULT '';
  -- Of what the operators' list of people shows.
  ALTER TABLE account ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;
`;

/** The status stays for the end of the block, with its time. */
export function block(sql: SqlStorage): void {
  sql.exec("UPDATE account SET held = status, status = 'BLOCKED' WHERE status <> 'BLOCKED'");
}

export function unblock(sql: SqlStorage): void {
  sql.exec("UPDATE account SET status = held, held = '' WHERE status = 'BLOCKED'");
}

/** The status of an account without its block. */
export function setHeldStatus(sql: SqlStorage, status: string, endsMs: number): void {
  sql.exec(
    `UPDATE account SET ends_ms = ?2, held = CASE status WHEN 'BLOCKED' THEN ?1 ELSE held END,
       status = CASE status WHEN 'BLOCKED' THEN status ELSE ?1 END`,
    status,
    endsMs,
  );
}
