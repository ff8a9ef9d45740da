/** Operations of the owner of a folder or file on its people. */
import { type GrantRole, grantLabel } from '#shared/drive/grants/grant-terms.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import type { NodeId } from '#shared/ids.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import type { GrantData } from './grants.store.ts';
import type { grantsPart } from './part.ts';
import type { BlockedInviter, ReceivedGrant } from './received.store.ts';
import type { NodeSharing } from './sharing-marks.store.ts';

/**
 * Invites a person. The answer and the stored rows are the same for an address without an account.
 * @throws AppError as the contract of drive.grantCreate says
 */
export async function inviteGuest(
  deps: DriveDeps,
  caller: Caller,
  input: { nodeId: NodeId; person: string; role: GrantRole },
): Promise<GrantData> {
  const label = grantLabel(input.person);
  if (label === '') throw new AppError('invalid_argument', { reason: 'missing', field: 'person' });
  const [userId, ownerName] = await Promise.all([deps.people.find(label), deps.people.nameOf(caller)]);
  if (userId === caller.userId)
    throw new AppError('invalid_argument', {
      reason: 'own',
      field: 'person',
      messageKey: 'drive.common.refused.self',
    });
  const { nodeId, role } = input;
  const invitation = { id: newWireId(), nodeId, userId, label, ownerName, role };
  return unwrap(await driveOf<typeof grantsPart>(deps, caller.userId).inviteGuest(callerData(caller), invitation));
}

export async function grantsOf(deps: DriveDeps, caller: Caller, nodeId: NodeId): Promise<GrantData[]> {
  return unwrap(await driveOf<typeof grantsPart>(deps, caller.userId).grantsOf(callerData(caller), nodeId));
}

/** @throws AppError not_found */
export async function changeGrant(deps: DriveDeps, caller: Caller, id: string, role: GrantRole): Promise<GrantData> {
  return unwrap(await driveOf<typeof grantsPart>(deps, caller.userId).changeGrant(callerData(caller), id, role));
}

/** Offers a folder to one of its people, or withdraws the offer. @throws AppError not_found, failed_precondition */
export async function offerGrant(deps: DriveDeps, caller: Caller, id: string, offered: boolean): Promise<GrantData> {
  return unwrap(await driveOf<typeof grantsPart>(deps, caller.userId).setOffer(callerData(caller), id, offered));
}

/** @throws AppError not_found */
export async function removeGrant(deps: DriveDeps, caller: Caller, id: string): Promise<void> {
  unwrap(await driveOf<typeof grantsPart>(deps, caller.userId).removeGrant(callerData(caller), id));
}

/** Which of these nodes are shared, and how. */
export async function sharingOf(deps: DriveDeps, caller: Caller, ids: readonly NodeId[]): Promise<NodeSharing> {
  return unwrap(await driveOf<typeof grantsPart>(deps, caller.userId).sharingOf(callerData(caller), ids));
}

export interface GrantsExport {
  readonly given: readonly GrantData[];
  readonly received: readonly ReceivedGrant[];
  readonly blocked: readonly BlockedInviter[];
}

/** Grants for the export of a person. */
export async function exportGrants(deps: DriveDeps, caller: Caller): Promise<GrantsExport> {
  return unwrap(await driveOf<typeof grantsPart>(deps, caller.userId).exportGrants(callerData(caller)));
}

/** The name under which the caller invites. */
export function inviterName(deps: DriveDeps, caller: Caller): Promise<string> {
  return deps.people.nameOf(caller);
}
