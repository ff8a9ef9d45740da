/** Compares what people know of folders in common and direct links with the server. */
import { type Body, type Caller, mustCall } from './calls.ts';
import type { Tally } from './lane.ts';
import type { SharedState } from './shared-state.ts';
import { readDrive } from './tree.ts';

async function grantsOf({ wire, token }: Caller, fileId: string): Promise<Body[]> {
  return (await mustCall(wire, 'GET', '/drive/v1/common/grants', { token, query: { file_id: fileId } })).grants;
}

async function receivedBy({ wire, token }: Caller): Promise<Body[]> {
  return (await mustCall(wire, 'GET', '/drive/v1/common/folders', { token })).folders;
}

/** Both sides say the same of every grant; one that has ended is on neither. */
export async function checkGrants(shared: SharedState, tally: Tally): Promise<void> {
  const people = new Map(shared.people.map((person) => [person.email, person]));
  for (const known of [...shared.grants, ...shared.endedGrants]) {
    const [owner, guest] = [people.get(known.owner), people.get(known.guest)];
    const exhibit = shared.exhibits.get(known.owner);
    if (!owner || !guest || !exhibit) continue;
    const given = (await grantsOf(owner, exhibit.id)).find(({ grant_id: id }) => id === known.id)?.state ?? 'ended';
    const shown = (await receivedBy(guest)).find(({ grant_id: id }) => id === known.id)?.state ?? 'ended';
    if (given !== shown) tally.violations.push(`grant ${known.id}: its owner reads ${given}, its guest ${shown}`);
    // The stored state settles calls without an answer: an invitation may be accepted, and an end may have come.
    const mayBe = known.state === 'invited' ? ['invited', 'accepted'] : known.state === 'maybe' ? null : [known.state];
    if (mayBe && !mayBe.includes(given)) tally.lost.push(`grant ${known.id} is ${given}, it was ${known.state}`);
    if (known.state === 'ended') continue;
    known.state = given;
  }
  shared.grants.splice(0, shared.grants.length, ...shared.grants.filter(({ state }) => state !== 'ended'));
}

/** A folder that was being handed over is whole, and in one of the two drives. */
export async function checkHandovers(shared: SharedState, tally: Tally): Promise<void> {
  const { giver, handovers } = shared;
  if (!giver || handovers.length === 0) return;
  const left = await readDrive(giver);
  const drives = new Map<Caller, Awaited<ReturnType<typeof readDrive>>>();
  for (const { name, taker } of handovers) {
    const drive = drives.get(taker) ?? (await readDrive(taker));
    drives.set(taker, drive);
    const copies = [...drive.tops].filter(([top]) => top === name || top.startsWith(`${name}(`));
    const isThrown = [...left.trash.values()].includes(name);
    if (copies.length > 1) tally.violations.push(`"${name}" was taken over ${copies.length} times`);
    if (copies.length === 1 && (left.tops.has(name) || !isThrown))
      tally.violations.push(`"${name}" was taken over, and its former owner has it still, or not in the trash`);
    if (copies.length === 0 && isThrown) tally.lost.push(`"${name}" left its owner, and nobody has it`);
    for (const [, tree] of copies)
      if (tree.entries.size !== 2) tally.lost.push(`"${name}" was taken over with ${tree.entries.size} of 2 folders`);
  }
  handovers.splice(0);
}

/** Direct links that were acknowledged are there, as they were switched last. */
export async function checkDirects(shared: SharedState, tally: Tally): Promise<void> {
  for (const [fileId, known] of shared.directs) {
    const { wire, token } = known.owner;
    const query = { file_id: fileId, limit: '10' };
    const { data } = await mustCall(wire, 'GET', '/drive/v1/share/direct', { token, query });
    const found = data.find(({ share_id: id }: Body) => id === known.id);
    if (data.length > 1) tally.violations.push(`${fileId} has ${data.length} direct links`);
    if (!found || (known.enabled !== null && found.enabled !== known.enabled))
      tally.lost.push(`direct link ${known.id} is ${JSON.stringify(found)}, it was ${known.enabled}`);
    else known.enabled = found.enabled;
  }
}
