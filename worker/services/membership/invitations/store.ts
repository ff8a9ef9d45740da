/** SQL of invitations in the object of a person: how the person came, the own code, and the people invited. No decisions. */
import {
  CAP_WINDOW_MS,
  type HoldReason,
  type InvitationTerms,
  type InvitedState,
  type InviterCounts,
} from '#shared/membership/invitation.rules.ts';

export const INVITATION_TABLES = `
  -- How the person came: at most one row, never replaced.
  CREATE TABLE arrival (
    at_ms INTEGER NOT NULL,
    inviter_id TEXT NOT NULL,        -- '' for nobody
    ancestors TEXT NOT NULL,         -- JSON: the inviter, the inviter's inviter and so on
    state TEXT NOT NULL,             -- '' | accepted | held | refused
    reason TEXT NOT NULL,
    newcomer_days INTEGER NOT NULL,
    invited_days INTEGER NOT NULL
  );
  -- The code that this person invites with: at most one row.
  CREATE TABLE own_code (code TEXT NOT NULL);
  -- People who came by it. A granted row has its entry in the ledger, of the same transaction.
  CREATE TABLE invited (
    user_id TEXT PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    state TEXT NOT NULL,             -- pending | granted | held | refused | capped
    reason TEXT NOT NULL,
    due_ms INTEGER NOT NULL,
    terms TEXT NOT NULL,             -- JSON of what was promised then
    device TEXT NOT NULL,            -- keyed digests; '' for unknown
    network TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX invited_due ON invited (due_ms) WHERE state = 'pending';
`;

/** How a person came; written once. */
export interface Arrival {
  readonly atMs: number;
  /** '' without an invitation. */
  readonly inviterId: string;
  readonly ancestors: readonly string[];
  /** '' for an arrival without an invitation. */
  readonly state: '' | 'accepted' | 'held' | 'refused';
  readonly reason: HoldReason;
  /** Days that the person was given when new, and by the invitation once it counts. */
  readonly newcomerDays: number;
  readonly invitedDays: number;
}

interface ArrivalRow extends Record<string, SqlStorageValue> {
  at_ms: number;
  inviter_id: string;
  ancestors: string;
  state: string;
  reason: string;
  newcomer_days: number;
  invited_days: number;
}

export function selectArrival(sql: SqlStorage): Arrival | null {
  const row = sql.exec<ArrivalRow>('SELECT * FROM arrival').toArray()[0];
  if (!row) return null;
  return {
    atMs: row.at_ms,
    inviterId: row.inviter_id,
    ancestors: JSON.parse(row.ancestors) as readonly string[],
    state: row.state as Arrival['state'],
    reason: row.reason as HoldReason,
    newcomerDays: row.newcomer_days,
    invitedDays: row.invited_days,
  };
}

export function insertArrival(sql: SqlStorage, arrival: Arrival): void {
  const { atMs, inviterId, ancestors, state, reason, newcomerDays, invitedDays } = arrival;
  sql.exec(
    `INSERT INTO arrival (at_ms, inviter_id, ancestors, state, reason, newcomer_days, invited_days)
      VALUES (?, ?, ?, ?, ?, ?, ?)`,
    atMs,
    inviterId,
    JSON.stringify(ancestors),
    state,
    reason,
    newcomerDays,
    invitedDays,
  );
}

export function updateArrival(sql: SqlStorage, state: Arrival['state']): void {
  sql.exec('UPDATE arrival SET state = ?', state);
}

/** '' before it was made. */
export function selectCode(sql: SqlStorage): string {
  return sql.exec<{ code: string }>('SELECT code FROM own_code').toArray()[0]?.code ?? '';
}

export function insertCode(sql: SqlStorage, code: string): void {
  sql.exec('INSERT INTO own_code (code) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM own_code)', code);
}

/** A person who came by the own code. */
export interface Invited {
  readonly userId: string;
  readonly atMs: number;
  readonly state: InvitedState;
  readonly reason: HoldReason;
  /** When a pending reward is given. */
  readonly dueMs: number;
  readonly terms: InvitationTerms;
}

interface InvitedRow extends Record<string, SqlStorageValue> {
  user_id: string;
  at_ms: number;
  state: string;
  reason: string;
  due_ms: number;
  terms: string;
}

function toInvited({ user_id: userId, at_ms: atMs, state, reason, due_ms: dueMs, terms }: InvitedRow): Invited {
  return {
    userId,
    atMs,
    dueMs,
    state: state as InvitedState,
    reason: reason as HoldReason,
    terms: JSON.parse(terms) as InvitationTerms,
  };
}

const COLUMNS = 'user_id, at_ms, state, reason, due_ms, terms';

export function selectInvited(sql: SqlStorage, userId: string): Invited | null {
  return (
    sql.exec<InvitedRow>(`SELECT ${COLUMNS} FROM invited WHERE user_id = ?`, userId).toArray().map(toInvited)[0] ?? null
  );
}

/** Newest first. @param beforeMs  people who came before this moment */
export function selectInvitedPage(sql: SqlStorage, beforeMs: number, limit: number): Invited[] {
  return sql
    .exec<InvitedRow>(
      `SELECT ${COLUMNS} FROM invited WHERE at_ms < ? ORDER BY at_ms DESC, user_id LIMIT ?`,
      beforeMs,
      limit,
    )
    .toArray()
    .map(toInvited);
}

export function selectDue(sql: SqlStorage, nowMs: number): Invited[] {
  return sql
    .exec<InvitedRow>(`SELECT ${COLUMNS} FROM invited WHERE state = 'pending' AND due_ms <= ? ORDER BY due_ms`, nowMs)
    .toArray()
    .map(toInvited);
}

export function selectNextDueMs(sql: SqlStorage): number | null {
  return sql.exec<{ due: number | null }>("SELECT min(due_ms) AS due FROM invited WHERE state = 'pending'").one().due;
}

export interface NewInvited extends Invited {
  /** Keyed digests; '' for unknown. */
  readonly device: string;
  readonly network: string;
}

export function insertInvited(
  sql: SqlStorage,
  { userId, atMs, state, reason, dueMs, terms, device, network }: NewInvited,
): void {
  sql.exec(
    `INSERT INTO invited (${COLUMNS}, device, network) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    userId,
    atMs,
    state,
    reason,
    dueMs,
    JSON.stringify(terms),
    device,
    network,
  );
}

export function updateInvited(sql: SqlStorage, userId: string, state: InvitedState): void {
  sql.exec('UPDATE invited SET state = ? WHERE user_id = ?', state, userId);
}

/** The person has left: nothing that points to a device or a network stays. */
export function blankInvited(sql: SqlStorage, userId: string): void {
  sql.exec("UPDATE invited SET device = '', network = '' WHERE user_id = ?", userId);
}

const REWARDED = "state IN ('pending', 'granted')";

/** @param of  digests of the person who came; '' matches no row */
export function countInvited(sql: SqlStorage, of: { device: string; network: string }, nowMs: number): InviterCounts {
  const sinceMs = nowMs - CAP_WINDOW_MS;
  const { rewarded, in_window, of_device, of_network } = sql
    .exec<{ rewarded: number; in_window: number; of_device: number; of_network: number }>(
      `SELECT count(*) FILTER (WHERE ${REWARDED}) AS rewarded,
        count(*) FILTER (WHERE ${REWARDED} AND at_ms > ?1) AS in_window,
        count(*) FILTER (WHERE device = ?2 AND device <> '') AS of_device,
        count(*) FILTER (WHERE network = ?3 AND network <> '' AND at_ms > ?1) AS of_network FROM invited`,
      sinceMs,
      of.device,
      of.network,
    )
    .one();
  return { rewarded, rewardedInWindow: in_window, ofDevice: of_device, ofNetworkInWindow: of_network };
}

export interface InvitedSums {
  readonly people: number;
  readonly days: number;
  readonly byState: Readonly<Partial<Record<InvitedState, number>>>;
}

export function sumInvited(sql: SqlStorage): InvitedSums {
  const rows = sql
    .exec<{ state: string; people: number; days: number }>(
      "SELECT state, count(*) AS people, sum(json_extract(terms, '$.inviterDays')) AS days FROM invited GROUP BY state",
    )
    .toArray();
  return {
    people: rows.reduce((sum, { people }) => sum + people, 0),
    days: rows.find(({ state }) => state === 'granted')?.days ?? 0,
    byState: Object.fromEntries(rows.map(({ state, people }) => [state, people])),
  };
}

export function deleteInvitations(sql: SqlStorage): void {
  for (const table of ['arrival', 'own_code', 'invited']) sql.exec(`DELETE FROM ${table}`);
}
