/** Operators' side of invitations: held ones, a decision, and where new people came from. Rows in BILLING, from events. */

import { AppError, unwrap } from '#shared/errors.ts';
import { DAY_MS } from '#shared/units.ts';
import type { Database } from '#worker/platform/d1/database.ts';
import { type InvitationDeskDeps, memberOf } from '../deps.ts';
import type { Origin } from './arrivals.ts';
import type { invitationsPart } from './part.ts';

export interface HeldInvitation {
  readonly inviterId: string;
  readonly userId: string;
  readonly reason: string;
  readonly atMs: number;
}

interface HeldRow {
  inviter_id: string;
  user_id: string;
  reason: string;
  at: number;
}

/** Held rows of one list, and sources of one. */
const LISTED = 200;

export async function insertArrival(
  db: Database,
  { userId, atMs, inviterId, reason, origin }: HeldInvitation & { readonly origin: Origin },
): Promise<void> {
  await db.run(
    `INSERT INTO arrivals (user_id, at, inviter_id, reason, client, place, source, medium, campaign, referers)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (user_id) DO NOTHING`,
    userId,
    atMs,
    inviterId,
    reason,
    origin.client,
    origin.place,
    origin.source,
    origin.medium,
    origin.name,
    origin.referers,
  );
}

export async function insertHeld(db: Database, { inviterId, userId, reason, atMs }: HeldInvitation): Promise<void> {
  await db.run(
    `INSERT INTO held_invitations (inviter_id, user_id, reason, at) VALUES (?, ?, ?, ?)
      ON CONFLICT (inviter_id, user_id) DO NOTHING`,
    inviterId,
    userId,
    reason,
    atMs,
  );
}

export async function closeHeld(db: Database, inviterId: string, userId: string, nowMs: number): Promise<void> {
  await db.run(
    'UPDATE held_invitations SET decided_at = ? WHERE inviter_id = ? AND user_id = ? AND decided_at IS NULL',
    nowMs,
    inviterId,
    userId,
  );
}

/** Rows of a closed account. */
export async function deletePerson(db: Database, userId: string): Promise<void> {
  await db.run('DELETE FROM arrivals WHERE user_id = ?', userId);
  await db.run('DELETE FROM held_invitations WHERE user_id = ? OR inviter_id = ?', userId, userId);
}

/** Undecided ones, oldest first. */
export async function heldInvitations({ db }: Pick<InvitationDeskDeps, 'db'>): Promise<HeldInvitation[]> {
  const rows = await db.all<HeldRow>(
    'SELECT inviter_id, user_id, reason, at FROM held_invitations WHERE decided_at IS NULL ORDER BY at LIMIT ?',
    LISTED,
  );
  return rows.map((row) => ({ inviterId: row.inviter_id, userId: row.user_id, reason: row.reason, atMs: row.at }));
}

export interface SourceCount {
  readonly source: string;
  readonly medium: string;
  readonly name: string;
  /** The first site before the visit; '' for none. */
  readonly referer: string;
  readonly people: number;
  readonly invited: number;
}

/** New people by where they say they came from, most first. */
export function arrivalSources(
  { db, clock }: Pick<InvitationDeskDeps, 'db' | 'clock'>,
  days: number,
): Promise<SourceCount[]> {
  return db.all<SourceCount>(
    `SELECT source, medium, campaign AS name,
        CASE WHEN instr(referers, ',') > 0 THEN substr(referers, 1, instr(referers, ',') - 1) ELSE referers END AS referer,
        count(*) AS people, count(*) FILTER (WHERE inviter_id <> '') AS invited
      FROM arrivals WHERE at >= ? GROUP BY 1, 2, 3, 4 ORDER BY people DESC, 1, 2, 3, 4 LIMIT ?`,
    clock.nowMs() - days * DAY_MS,
    LISTED,
  );
}

export interface InviterFacts {
  readonly people: number;
  /** Days of premium that were given for them. */
  readonly days: number;
  readonly held: number;
}

/** The sums of the inviters of held invitations, by id. */
export async function inviterFacts(
  deps: Pick<InvitationDeskDeps, 'members'>,
  held: readonly HeldInvitation[],
): Promise<ReadonlyMap<string, InviterFacts>> {
  const ids = [...new Set(held.map(({ inviterId }) => inviterId))];
  return new Map(
    await Promise.all(
      ids.map(async (id): Promise<[string, InviterFacts]> => {
        const { people, days, byState } = unwrap(
          await memberOf<typeof invitationsPart>(deps, id).ownInvitations(),
        ).sums;
        return [id, { people, days, held: byState.held ?? 0 }];
      }),
    ),
  );
}

/** @returns the state that the invitation has now; it was decided before when `held` is not what it had */
export async function decideInvitation(
  deps: Pick<InvitationDeskDeps, 'members' | 'db'>,
  { inviterId, userId }: Pick<HeldInvitation, 'inviterId' | 'userId'>,
  decision: 'release' | 'refuse',
): Promise<string> {
  const held = await deps.db.first(
    'SELECT 1 FROM held_invitations WHERE inviter_id = ? AND user_id = ?',
    inviterId,
    userId,
  );
  // An object of an unknown name would be made by the call.
  if (!held) throw new AppError('not_found', { reason: 'invitation_not_found', message: 'no such held invitation' });
  return unwrap(await memberOf<typeof invitationsPart>(deps, inviterId).decideInvited(userId, decision)).state;
}
