/** Steps with folders in common: invitations, their ends, saves from them, folders that are handed over; and direct links. */
import { type Body, type Caller, call, type Outcome } from './calls.ts';
import { type Lane, pick, type Step, type StepEnd } from './lane.ts';
import type { StepKind } from './plan.ts';
import type { KnownGrant } from './shared-state.ts';
import { FOLDER } from './tree.ts';
import { placesFor } from './tree-steps.ts';

/** Refusals of a person who is notified later than the other, or too often. */
const LATE = ['not_found', 'too_many_requests', 'resource_exhausted'];
const GRANTS = '/drive/v1/common/grants';
const FOLDERS = '/drive/v1/common/folders';

async function invite(lane: Lane, guest: Caller, fileId: string): Promise<Outcome> {
  const body = { file_id: fileId, person: guest.email, role: 'editor' };
  return lane.call('POST', GRANTS, { body });
}

function grantOf(lane: Lane, guest: Caller): KnownGrant | undefined {
  return lane.shared.grants.find(({ owner, guest: email }) => owner === lane.person.email && email === guest.email);
}

/** The exhibit of the lane's person is shared with another person, who accepts; or the right ends. */
async function grant(lane: Lane, at: number): Promise<StepEnd> {
  const guest = pick(
    lane.shared.people.filter(({ email }) => email !== lane.person.email),
    at,
  );
  const exhibit = lane.shared.exhibits.get(lane.person.email);
  if (!guest || !exhibit) return 'done';
  const known = grantOf(lane, guest);
  // An accepted grant stays: its end would refuse a save in the middle.
  if (known && known.state !== 'invited') return 'done';
  if (known) {
    known.state = 'maybe';
    return lane.step({
      label: `end the grant ${known.id}`,
      send: () => lane.call('DELETE', `${GRANTS}/${known.id}`),
      isOnce: false,
      onOk: () => {
        lane.shared.grants.splice(lane.shared.grants.indexOf(known), 1);
        lane.shared.endedGrants.push({ ...known, state: 'ended' });
      },
    });
  }
  return lane.step({
    label: `share the exhibit with ${guest.email}`,
    send: () => invite(lane, guest, exhibit.id),
    mayRefuse: LATE,
    isOnce: false,
    onOk: ({ grant_id: id }: Body) => {
      if (!grantOf(lane, guest))
        lane.shared.grants.push({ id, owner: lane.person.email, guest: guest.email, state: 'invited' });
    },
  });
}

/** The lane's person accepts an invitation. */
async function accept(lane: Lane, at: number): Promise<StepEnd> {
  const known = pick(
    lane.shared.grants.filter(({ guest, state }) => guest === lane.person.email && state === 'invited'),
    at,
  );
  if (!known) return 'done';
  return lane.step({
    label: `accept ${known.id}`,
    send: () => lane.call('PATCH', `${FOLDERS}/${known.id}`, { body: { answer: 'accepted' } }),
    mayRefuse: LATE,
    // The owner may end it since.
    isOnce: false,
    onOk: () => {
      if (known.state === 'invited') known.state = 'accepted';
    },
  });
}

/** Copies out of a folder in common. */
async function saveCommon(lane: Lane, at: number, to: number): Promise<StepEnd> {
  const known = pick(
    lane.shared.grants.filter(({ guest, state }) => guest === lane.person.email && state === 'accepted'),
    at,
  );
  const exhibit = known && lane.shared.exhibits.get(known.owner);
  const folder = exhibit && pick(placesFor(lane, exhibit.name, null), to);
  if (!known || !exhibit || folder === undefined) return 'done';
  return lane.step({
    label: `save from ${known.id} into ${folder}/${exhibit.name}`,
    change: (tree) => {
      tree.graft(
        `${folder}/${exhibit.name}`,
        FOLDER,
        new Map([...exhibit.below].map(([below, entry]) => [below, { ...entry, id: '' }])),
      );
    },
    send: () =>
      lane.call('POST', `${FOLDERS}/${known.id}/files:batchSave`, { body: { ids: [], parent_id: lane.idOf(folder) } }),
    mayRefuse: LATE,
    taskOf: (answer) => answer.task_id,
    // A repeat after a minute would be another save.
    isOnce: false,
  });
}

/** A folder of the giver, who has no lane, goes to the lane's person; a kill may come between any two of these calls. */
async function handOver(lane: Lane): Promise<StepEnd> {
  const { giver } = lane.shared;
  if (!giver) return 'done';
  const name = `handed ${lane.newName()}`;
  const asGiver = (method: string, address: string, body: object) =>
    call(giver.wire, method, address, { token: giver.token, body });
  lane.shared.handovers.push({ name, taker: lane.person });
  const made = await asGiver('POST', '/drive/v1/files', { kind: 'drive#folder', name, parent_id: '' });
  if (made.kind !== 'ok') return 'stop';
  const folderId: string = made.body.file.id;
  for (const inner of ['one', 'two'])
    if (
      (await asGiver('POST', '/drive/v1/files', { kind: 'drive#folder', name: inner, parent_id: folderId })).kind !==
      'ok'
    )
      return 'stop';
  const given = await asGiver('POST', GRANTS, { file_id: folderId, person: lane.person.email, role: 'viewer' });
  if (given.kind === 'unknown') return 'stop';
  if (given.kind === 'refused') return 'done';
  const grantId: string = given.body.grant_id;
  const asTaker = (method: string, address: string, body: object) =>
    call(lane.wire, method, address, { token: lane.person.token, body });
  // The invitation may not have arrived yet.
  for (let tries = 0; ; tries += 1) {
    const answered = await asTaker('PATCH', `${FOLDERS}/${grantId}`, { answer: 'accepted' });
    if (answered.kind === 'ok') break;
    if (answered.kind === 'unknown' || tries === 20) return answered.kind === 'unknown' ? 'stop' : 'done';
  }
  if ((await asGiver('PUT', `${GRANTS}/${grantId}/offer`, { offered: true })).kind !== 'ok') return 'stop';
  const taken = await asTaker('POST', `${FOLDERS}/${grantId}/offer`, { answer: 'accepted' });
  lane.note(`take ${name} over: ${taken.kind}`);
  if (taken.kind !== 'ok') return 'stop';
  lane.tally.acknowledged += 1;
  return 'done';
}

/** A direct link of a file of the exhibit, switched on or off. */
async function direct(lane: Lane, at: number): Promise<StepEnd> {
  const exhibit = lane.shared.exhibits.get(lane.person.email);
  const fileId =
    exhibit &&
    pick(
      [...exhibit.below.values()].filter(({ isFile }) => isFile),
      at,
    )?.id;
  if (!fileId) return 'done';
  const known = lane.shared.directs.get(fileId);
  if (!known) {
    return lane.step({
      label: `direct link of ${fileId}`,
      send: () => lane.call('POST', '/drive/v1/share/direct', { body: { file_id: fileId } }),
      onOk: ({ share_id: id }: Body) => void lane.shared.directs.set(fileId, { id, owner: lane.person, enabled: true }),
    });
  }
  const enabled = known.enabled !== true;
  known.enabled = null;
  return lane.step({
    label: `switch the direct link ${known.id}`,
    send: () => lane.call('PATCH', '/drive/v1/share/direct', { body: { share_id: known.id, enabled } }),
    onOk: () => {
      known.enabled = enabled;
    },
  });
}

export const COMMON_STEPS = {
  grant: (lane, [at]) => grant(lane, at),
  accept: (lane, [at]) => accept(lane, at),
  'save-common': (lane, [at, to]) => saveCommon(lane, at, to),
  'hand-over': handOver,
  direct: (lane, [at]) => direct(lane, at),
} as const satisfies Partial<Record<StepKind, Step>>;
