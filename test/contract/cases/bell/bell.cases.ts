/** Cases of notifications. */
import { bellContract } from '#shared/drive/bell/bell.contract.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { forPerson, type MatrixRows, OWNERS_MARK } from '../../callers.ts';
import type { ContractCases } from '../../cases.ts';
import { objects, ok, type Person, UNKNOWN_ID } from '../../world.ts';

/** Notifies a person of a guest who accepted an invitation. */
async function ringFor({ userId }: Person): Promise<void> {
  const data = { person: OWNERS_MARK, name: 'Holiday', nodeId: newHexId(13) };
  await objects.drives.getByName(userId).notifyPerson({ id: newHexId(), kind: 'invitation-accepted', data });
}

export const bellCases: ContractCases<typeof bellContract> = {
  notifications: {
    success: {
      'of a person who was notified': async ({ alice }) => {
        await ringFor(alice);
        return {};
      },
      'without any': ({ carla }) => ({ token: carla.token }),
    },
  },
  readNotifications: {
    success: {
      'of one': async ({ alice }) => {
        await ringFor(alice);
        const { notifications } = await ok(bellContract.notifications, { token: alice.token });
        return { body: { ids: notifications.map(({ id }) => id) } };
      },
      'of all up to one that is not there': () => ({ body: { up_to: UNKNOWN_ID } }),
    },
    errors: { invalid_argument: () => ({ body: { ids: 'noise' } }) },
  },
};

export const bellMatrix: MatrixRows<typeof bellContract> = {
  notifications: forPerson(
    async (owner) => {
      await ringFor(owner);
      return {};
    },
    'own',
    'ok',
    'ok',
  ),
  readNotifications: forPerson(() => ({ body: { ids: [UNKNOWN_ID] } }), 'own'),
};
