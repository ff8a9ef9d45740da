/**
 * Handlers of events about grants. `drive.grants-changed` { grants: [id, user id][] } comes from the drive of the owner: the drives of
 * the guests read them anew. `drive.handover-landed` { ownerId, taskId } comes from the drive of the new owner of a folder. `drive.guest-left` { ownerId, ids } comes from the drive of a guest whose account was closed.
 */
import * as v from 'valibot';
import { unwrap } from '#shared/errors.ts';
import type { DomainEvent } from '#worker/platform/domain-event.ts';
import { type DriveDeps, driveOf } from '../deps.ts';
import type { grantsPart } from './part.ts';

const changed = v.object({ grants: v.array(v.tuple([v.string(), v.string()])) });
const landed = v.object({ ownerId: v.string(), taskId: v.string() });
const left = v.object({ ownerId: v.string(), ids: v.array(v.string()) });

/** Drives of guests called concurrently. */
const AT_ONCE = 16;

/** Facts are read when they are stored, so that an event may come twice, late or out of order. */
export async function onGrantsChanged(deps: Pick<DriveDeps, 'drives' | 'people'>, item: DomainEvent): Promise<void> {
  const { grants } = v.parse(changed, item.payload);
  const facts = unwrap(await driveOf<typeof grantsPart>(deps, item.source).grantFacts(grants.map(([id]) => id)));
  const byId = new Map(facts.map((fact) => [fact.id, fact]));
  const byGuest = new Map<string, string[]>();
  for (const [id, userId] of grants) byGuest.set(userId, [...(byGuest.get(userId) ?? []), id]);
  const guests = [...byGuest];
  for (let first = 0; first < guests.length; first += AT_ONCE)
    await Promise.all(
      guests.slice(first, first + AT_ONCE).map(async ([userId, ids]) => {
        // An address may be reserved for a sign-up that was never finished.
        if (!(await deps.people.exists(userId))) return;
        const told = { facts: ids.flatMap((id) => byId.get(id) ?? []), goneIds: ids.filter((id) => !byId.has(id)) };
        unwrap(await driveOf<typeof grantsPart>(deps, userId).recordGrants(item.source, told));
      }),
    );
}

/** A folder that was handed over is in place in the drive of its new owner. */
export async function onHandoverLanded(deps: Pick<DriveDeps, 'drives'>, item: DomainEvent): Promise<void> {
  const { ownerId, taskId } = v.parse(landed, item.payload);
  unwrap(await driveOf<typeof grantsPart>(deps, ownerId).forgetHandover(taskId));
}

/** The grants of a guest whose account was closed end in the drive of their owner. */
export async function onGuestLeft(deps: Pick<DriveDeps, 'drives'>, item: DomainEvent): Promise<void> {
  const { ownerId, ids } = v.parse(left, item.payload);
  unwrap(await driveOf<typeof grantsPart>(deps, ownerId).forgetGuest(ids, item.source));
}
