/**
 * Steps of the model test between two people: grants of one, and what the other does by them, in real drives and their models.
 * A right lasts while its node is in place, and reaches nodes at and below it.
 */
import { expect } from 'vitest';
import type { GrantRole } from '#shared/drive/grants/grant-terms.ts';
import { unwrap } from '#shared/errors.ts';
import { asNodeId, asShareId } from '#shared/ids.ts';
import { newWireId } from '#worker/platform/ids.ts';
import type { TestDrive } from '#worker/services/drive/drive-fixture.ts';
import type { GuestAccess } from '#worker/services/drive/grants/grants.store.ts';
import { copyIdOf } from '#worker/services/drive/keys.ts';
import type { ModelDrive } from './drive-model.ts';
import { refuse } from './nodes.ts';
import { modelled, real } from './outcome.ts';
import type { DrivePair } from './pages.ts';
import type { Pick } from './steps.ts';
import type { CommonStep } from './two-steps.ts';

export interface Side {
  readonly pair: DrivePair;
  readonly drive: TestDrive;
  /** Those that this person gave to the other, in the order of their making. */
  readonly grants: ModelGrant[];
}

export interface ModelGrant {
  readonly id: string;
  readonly nodeId: string;
  readonly role: GrantRole;
  hasEnded: boolean;
  offered: boolean;
}

const TRASH_MS = 1e9;

/** The rights of a guest, as the contract states them. */
class ModelGuest {
  readonly #owner: ModelDrive;
  readonly #grant: ModelGrant;

  constructor(owner: ModelDrive, grant: ModelGrant) {
    this.#owner = owner;
    this.#grant = grant;
  }

  require(need: GrantRole): void {
    if (this.#grant.hasEnded || this.#owner.standing(this.#grant.nodeId) !== 'live') refuse('not_found');
    if (need === 'editor' && this.#grant.role !== 'editor') refuse('permission_denied');
  }

  /** @param isBelow  the node of the grant itself does not count */
  requireInside(id: string, isBelow = false): void {
    const isIn =
      this.#owner.standing(id) === 'live' && this.#owner.lineOf(id).some((node) => node.id === this.#grant.nodeId);
    if (!isIn || (isBelow && id === this.#grant.nodeId)) refuse('file_not_found');
  }

  requireWhole(id: string): void {
    if (!this.#owner.nodes.get(id)?.whole) refuse('file_not_found');
  }
}

async function give(owner: Side, guestId: string, node: Pick, role: GrantRole): Promise<void> {
  const { pair, drive, grants } = owner;
  const nodeId = pair.pick(node);
  const invitation = { id: newWireId(), nodeId, userId: guestId, label: newWireId(), ownerName: 'owner', role };
  const given = await real(async () => unwrap(await drive.stub.inviteGuest(drive.caller, invitation)));
  const expected = modelled(() => {
    const [found = refuse('file_not_found')] = pair.model.requireAll([nodeId], 'refuse');
    if (!found.whole) refuse('invalid_argument/file_uncompleted');
  });
  expect(given.refusal).toBe(expected.refusal);
  if (!given.value) return;
  unwrap(await drive.stub.guestAnswer({ grantId: invitation.id, userId: guestId }, 'accepted'));
  pair.model.changes += 2;
  grants.push({ id: invitation.id, nodeId, role, hasEnded: false, offered: false });
}

async function act(owner: Side, access: GuestAccess, grant: ModelGrant, step: Extract<CommonStep, { do: 'guest' }>) {
  const { pair, drive } = owner;
  const { model } = pair;
  const guest = new ModelGuest(model, grant);
  const [id, to] = [pair.pick(step.node), pair.pick(step.to)];
  const stub = drive.stub;
  switch (step.act) {
    case 'read': {
      const read = await real(async () => unwrap(await stub.guestFile(access, id)));
      const expected = modelled(() => {
        guest.require('viewer');
        guest.requireInside(id);
        guest.requireWhole(id);
      });
      return expect(read.refusal).toBe(expected.refusal);
    }
    case 'folder': {
      const input = { parentId: to === '' ? grant.nodeId : to, name: step.name };
      const made = await real(async () => unwrap(await stub.guestMakeFolder(access, input, null)));
      const expected = modelled(() => {
        guest.require('editor');
        guest.requireInside(input.parentId);
        model.requireName(step.name);
        model.requireFolder(input.parentId);
        model.createFolder(input.parentId, step.name, made.value?.row.id ?? '');
      });
      return expect(made.refusal).toBe(expected.refusal);
    }
    case 'rename': {
      const renamed = await real(async () => unwrap(await stub.guestRename(access, id, step.name, null)));
      const expected = modelled(() => {
        guest.require('editor');
        guest.requireInside(id, true);
        guest.requireWhole(id);
        model.rename(id, step.name);
      });
      return expect(renamed.refusal).toBe(expected.refusal);
    }
    case 'move': {
      const target = to === '' ? grant.nodeId : to;
      const moved = await real(async () => unwrap(await stub.guestMove(access, { ids: [id], to: target }, null)));
      const expected = modelled(() => {
        guest.require('editor');
        guest.requireInside(id, true);
        guest.requireInside(target);
        model.move([id], target);
      });
      return expect(moved.refusal).toBe(expected.refusal);
    }
    case 'trash': {
      const thrown = await real(async () => unwrap(await stub.guestTrash(access, [id], TRASH_MS, null)));
      const expected = modelled(() => {
        guest.require('editor');
        guest.requireInside(id, true);
        model.trash([id]);
      });
      return expect(thrown.refusal).toBe(expected.refusal);
    }
  }
}

/** The guest saves the whole of a grant, or takes its folder over. */
async function copyOut(owner: Side, guest: Side, grant: ModelGrant, isHandover: boolean): Promise<void> {
  const { service, caller, model } = guest.pair;
  const access = { grantId: grant.id, userId: caller.userId };
  const order = {
    requestKey: newWireId(),
    shareId: asShareId(grant.id),
    ownerId: owner.pair.caller.userId,
    rootIds: [],
    ids: [],
    parentId: asNodeId(''),
    grant: access,
    ...(isHandover ? { newOwnerName: 'guest' } : {}),
  };
  const copied = await real(() => service.restore(caller, order));
  const taskId = copied.value?.taskId ?? '';
  const expected = modelled(() => {
    new ModelGuest(owner.pair.model, grant).require('viewer');
    new ModelGuest(owner.pair.model, grant).requireWhole(grant.nodeId);
    model.save(owner.pair.model, [grant.nodeId], '', (id) => copyIdOf(taskId, id));
    if (!isHandover) return;
    const gone = new Set(owner.pair.model.below(grant.nodeId).map(({ id }) => id));
    for (const each of owner.grants) if (gone.has(each.nodeId)) each.hasEnded = true;
    owner.pair.model.trash([grant.nodeId]);
  });
  expect(copied.refusal).toBe(expected.refusal);
  if (copied.value) expect((await service.task(caller, copied.value.taskId)).phase).toBe('PHASE_TYPE_COMPLETE');
}

/** The folder is offered, unless it is already; an offer stays when taking it over is refused. */
async function handOver(owner: Side, guest: Side, grant: ModelGrant): Promise<void> {
  const { model } = owner.pair;
  const offered = await real(async () => unwrap(await owner.drive.stub.setOffer(owner.drive.caller, grant.id, true)));
  const expected = modelled(() => {
    if (grant.hasEnded || model.standing(grant.nodeId) === 'gone') refuse('not_found');
    if (grant.offered) return;
    if (model.nodes.get(grant.nodeId)?.isFile) refuse('failed_precondition');
    model.changes += 1;
    // One offer of a folder at a time.
    for (const each of owner.grants) if (each.nodeId === grant.nodeId) each.offered = false;
    grant.offered = true;
  });
  expect(offered.refusal).toBe(expected.refusal);
  if (offered.value) await copyOut(owner, guest, grant, true);
}

/** @param guest  the person of the step: the other one is the owner, but for `give` and `end` */
export async function takeCommon(guest: Side, other: Side, step: CommonStep): Promise<void> {
  if (step.do === 'give') return give(guest, other.pair.caller.userId, step.node, step.role);
  const { grants } = step.do === 'end' ? guest : other;
  const grant = grants[step.at % Math.max(1, grants.length)];
  if (!grant) return;
  switch (step.do) {
    case 'end': {
      const ended = await real(async () => unwrap(await guest.drive.stub.removeGrant(guest.drive.caller, grant.id)));
      const isGone = guest.pair.model.standing(grant.nodeId) === 'gone';
      expect(ended.refusal).toBe(isGone ? 'not_found' : '');
      if (!isGone && !grant.hasEnded) guest.pair.model.changes += 1;
      grant.hasEnded = true;
      return;
    }
    case 'guest':
      return act(other, { grantId: grant.id, userId: guest.pair.caller.userId }, grant, step);
    case 'save-common':
      return copyOut(other, guest, grant, false);
    case 'take-over':
      return handOver(other, guest, grant);
  }
}
