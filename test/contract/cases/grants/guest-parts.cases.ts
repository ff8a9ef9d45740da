/** Cases of guests who send files in parts into a folder of carla. */
import { driveContract } from '#shared/drive/contract.ts';
import type { guestPartsContract } from '#shared/drive/grants/guest-parts.contract.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { type Asking, forPerson, type MatrixRows } from '../../callers.ts';
import type { Case, ContractCases } from '../../cases.ts';
import type { Ask } from '../../send.ts';
import { bytesOf, inDrive, limitTree, ok, type Person, UNKNOWN_ID } from '../../world.ts';
import { fillParts } from '../parts-under-way.ts';
import { sharerFor, withFiles } from './guest.cases.ts';

const FILE = bytesOf('hello');

/** A file of a guest, and the calls about it. */
interface Sending {
  readonly owner: Person;
  readonly guest: Person;
  readonly grantId: string;
  readonly key: string;
}

type Call = Omit<Ask, 'token'>;

async function sending(owner: Person, guest: Person): Promise<Sending> {
  const { grantId } = await withFiles(owner, guest);
  return { owner, guest, grantId, key: newWireId() };
}

const beginAsk = ({ grantId, key }: Sending, more: object = {}): Call => ({
  params: { id: grantId },
  body: { key, name: 'a.txt', size: FILE.length, ...more },
});
const fileAsk = ({ grantId, key }: Sending): Call => ({ params: { id: grantId, key } });
const partAsk = ({ grantId, key }: Sending, bytes = FILE): Call => ({ params: { id: grantId, key, part: 1 }, bytes });

async function begun(owner: Person, guest: Person): Promise<Sending> {
  const sent = await sending(owner, guest);
  await ok(driveContract.commonSend, { token: guest.token, ...beginAsk(sent) });
  return sent;
}

async function whole(owner: Person, guest: Person): Promise<Sending> {
  const sent = await begun(owner, guest);
  await ok(driveContract.commonSendPart, { token: guest.token, ...partAsk(sent) });
  return sent;
}

const setRole = ({ owner, grantId }: Sending, role: 'viewer' | 'editor') =>
  ok(driveContract.grantChange, { token: owner.token, params: { id: grantId }, body: { role } });

/** A call of alice about her file in a folder of carla. */
const of =
  (make: (owner: Person, guest: Person) => Promise<Sending>, ask: (sent: Sending) => Call): Case =>
  async ({ alice, carla }) => ({ ...ask(await make(carla, alice)) });
const asViewer = (ask: (sent: Sending) => Call): Case =>
  of(async (owner, guest) => {
    const sent = await sending(owner, guest);
    await setRole(sent, 'viewer');
    return sent;
  }, ask);
const unknown =
  (more: Call = {}): Case =>
  () => ({ ...more, params: { id: UNKNOWN_ID, key: 'key', ...more.params } });
const begin = (more: object): Case => of(sending, (sent) => beginAsk(sent, more));

export const guestPartsCases: ContractCases<typeof guestPartsContract> = {
  commonSend: {
    success: {
      'a session': of(sending, beginAsk),
      'the same session with its parts': of(whole, beginAsk),
      'an empty file, which is there at once': begin({ size: 0 }),
    },
    errors: {
      not_found: unknown({ body: { key: 'key', name: 'a', size: 1 } }),
      permission_denied: asViewer(beginAsk),
      invalid_argument: begin({ key: 'no key' }),
      failed_precondition: async ({ alice, carla, after }) => {
        const sent = await sending(carla, alice);
        await limitTree(carla, { nodesPerDrive: 1 }, after);
        return beginAsk(sent);
      },
      file_not_found: begin({ parent_id: UNKNOWN_ID }),
      file_name_empty: begin({ name: '' }),
      file_name_invalid: begin({ name: 'a/b' }),
      file_too_large: begin({ size: 2 ** 52 }),
      too_many_requests: async ({ alice, carla }) => {
        const sent = await begun(carla, alice);
        const second = { ...sent, key: newWireId() };
        await ok(driveContract.commonSend, { token: alice.token, ...beginAsk(second) });
        return beginAsk({ ...sent, key: newWireId() });
      },
    },
  },
  commonComing: {
    success: {
      'a file that is coming in': of(whole, ({ grantId }) => ({ params: { id: grantId } })),
      'nothing where nothing comes': of(sending, ({ grantId }) => ({ params: { id: grantId } })),
    },
    errors: { not_found: unknown() },
  },
  commonSendState: {
    success: { 'the session': of(whole, fileAsk) },
    errors: { not_found: of(sending, fileAsk) },
  },
  commonSendPart: {
    success: {
      'the stored part': of(begun, partAsk),
      'a part that is sent again': of(whole, partAsk),
    },
    errors: {
      not_found: of(sending, partAsk),
      permission_denied: asViewer(partAsk),
      invalid_argument: of(begun, (sent) => partAsk(sent, bytesOf('another'))),
      failed_precondition: async ({ alice, carla, after }) => {
        const sent = await begun(carla, alice);
        await inDrive(carla, 'UPDATE space SET reserved_bytes = reserved_bytes + 9000000000000000');
        after(() => inDrive(carla, 'UPDATE space SET reserved_bytes = reserved_bytes - 9000000000000000'));
        return partAsk(sent);
      },
      too_many_requests: async ({ alice, carla }) => {
        const sent = await begun(carla, alice);
        await fillParts(carla, sent.key);
        return partAsk(sent);
      },
    },
  },
  commonSendComplete: {
    success: {
      'the file': of(whole, fileAsk),
      'the file once more': async ({ alice, carla }) => {
        const sent = await whole(carla, alice);
        await ok(driveContract.commonSendComplete, { token: alice.token, ...fileAsk(sent) });
        return fileAsk(sent);
      },
    },
    errors: {
      not_found: of(sending, fileAsk),
      permission_denied: asViewer(fileAsk),
      failed_precondition: of(begun, fileAsk),
    },
  },
  commonSendAbort: {
    success: {
      'nothing for a file that ends': of(whole, fileAsk),
      'nothing for a file that never was': of(sending, fileAsk),
    },
    errors: { not_found: unknown(), permission_denied: asViewer(fileAsk) },
  },
};

const received =
  (make: (owner: Person, guest: Person) => Promise<Sending>, ask: (sent: Sending) => Call): Asking =>
  async (guest) =>
    ask(await make(await sharerFor(guest), guest));

export const guestPartsMatrix: MatrixRows<typeof guestPartsContract> = {
  commonSend: forPerson(received(sending, beginAsk), 'not_found'),
  commonComing: forPerson(
    received(begun, ({ grantId }) => ({ params: { id: grantId } })),
    'not_found',
  ),
  commonSendState: forPerson(received(begun, fileAsk), 'not_found'),
  commonSendPart: forPerson(received(begun, partAsk), 'not_found'),
  commonSendComplete: forPerson(received(whole, fileAsk), 'not_found'),
  commonSendAbort: forPerson(received(begun, fileAsk), 'not_found'),
};
