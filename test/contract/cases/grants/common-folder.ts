/** Common folders for cases and tests, made by calls of the contract. */
import { runInDurableObject } from 'cloudflare:test';
import { driveContract } from '#shared/drive/contract.ts';
import type { GrantRole } from '#shared/drive/grants/grant-terms.ts';
import { makeFolder, objects, ok, type Person } from '../../world.ts';

/** Delivers the events of a person's drive. */
export async function deliver({ userId }: Pick<Person, 'userId'>): Promise<void> {
  await runInDurableObject(objects.drives.getByName(userId), (drive) =>
    (drive as unknown as { drain(): Promise<void> }).drain(),
  );
}

export interface Common {
  readonly grantId: string;
  readonly folderId: string;
}

/** An invitation that its guest sees. */
export async function inviteTo(
  owner: Person,
  guest: Person,
  { role = 'editor', nodeId = '' }: { role?: GrantRole; nodeId?: string } = {},
): Promise<Common> {
  const folderId = nodeId || (await makeFolder(owner));
  const body = { file_id: folderId, person: guest.email, role };
  const { grant_id: grantId } = await ok(driveContract.grantCreate, { token: owner.token, body });
  await deliver(owner);
  return { grantId, folderId };
}

/** A folder that its guest has accepted. */
export async function shareWith(
  owner: Person,
  guest: Person,
  input: { role?: GrantRole; nodeId?: string } = {},
): Promise<Common> {
  const common = await inviteTo(owner, guest, input);
  await ok(driveContract.commonAnswer, {
    token: guest.token,
    params: { id: common.grantId },
    body: { answer: 'accepted' },
  });
  return common;
}
