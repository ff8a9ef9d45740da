/** Answers that any endpoint may give: bodies too large, our own faults, unreachable services, and repeated writes. */
import { expect, it } from 'vitest';
import { authContract } from '#shared/auth/contract.ts';
import { driveContract } from '#shared/drive/contract.ts';
import { ENDPOINTS } from '#shared/openapi/endpoints.ts';
import { shareContract } from '#shared/share/contract.ts';
import type { Env } from '#worker/env.ts';
import { driveCases } from './cases/drive.cases.ts';
import { shareCases } from './cases/share.cases.ts';
import { successesOf } from './cases.ts';
import { expectRefusal, expectSuccess } from './expect.ts';
import { type Ask, makeServer, pathOf, send } from './send.ts';
import {
  beginUpload,
  bytesOf,
  deafen,
  freshName,
  makeFolder,
  makeLink,
  makePeople,
  objects,
  ok,
  partAsk,
  signIn,
  UNKNOWN_ID,
} from './world.ts';

const world = { ...(await makePeople()), after: () => undefined };

const small = makeServer({ limits: { bodyBytes: 100 } });
for (const endpoint of ENDPOINTS.filter(({ bodyKind }) => bodyKind === 'json'))
  it(`is refused by ${endpoint.id}`, async () => {
    const ask: Ask = {
      server: small,
      token: (endpoint.callers === 'operator' ? world.olga : world.alice).token,
      params: { id: UNKNOWN_ID, file_id: UNKNOWN_ID, name: 'redirects' },
      body: { filler: 'x'.repeat(100) },
    };
    await expectRefusal(endpoint, await send(endpoint, ask), 'request_too_large', pathOf(endpoint, ask.params));
  });

it('a fault is answered as internal, without any detail', async () => {
  const broken = {
    getByName(): never {
      throw new Error('secret words of the database');
    },
  };
  const server = makeServer({ bindings: { DRIVE: broken as unknown as Env['DRIVE'] } });
  const response = await send(driveContract.about, { server, token: world.alice.token });
  expect(await response.clone().text()).not.toMatch(/secret words|Error:/);
  await expectRefusal(driveContract.about, response, 'internal', driveContract.about.path);
});

it('a place that cannot be reached makes a part unavailable, to be sent again', async () => {
  const bucket = {
    put: async () => {
      throw new Error('no bucket');
    },
    delete: async () => undefined,
  };
  const ask: Ask = {
    ...partAsk(await beginUpload(world.alice), bytesOf('hello')),
    server: makeServer({ bindings: { BLOBS: bucket as unknown as R2Bucket } }),
  };
  const response = await send(driveContract.uploadPart, ask);
  expect(response.headers.get('retry-after')).toBe('1');
  await expectRefusal(driveContract.uploadPart, response, 'unavailable', pathOf(driveContract.uploadPart, ask.params));
});

it('a removal is unavailable until its links have received it', async () => {
  const folder = await makeFolder(world.alice);
  await makeLink(world.alice, { fileIds: [folder] });
  const hear = await deafen(objects.drives.getByName(world.alice.userId));
  const ask = { token: world.alice.token, body: { ids: [folder] } };
  const response = await send(driveContract.batchTrash, ask);
  await hear();
  await expectRefusal(driveContract.batchTrash, response, 'unavailable', driveContract.batchTrash.path);
});

it('a sign-out is unavailable until the drive has received it, and a repeat ends the session', async () => {
  const person = await signIn(world.bob.email);
  const hear = await deafen(objects.accounts.getByName(world.bob.userId));
  const response = await send(authContract.revoke, { token: person.token, body: {} });
  await hear();
  await expectRefusal(authContract.revoke, response, 'unavailable', authContract.revoke.path);
});

const rows = [...successesOf(driveContract, driveCases), ...successesOf(shareContract, shareCases)].filter(
  ({ endpoint }) => endpoint.idempotency === 'key',
);

it.each(rows)('a write that is repeated by its key is done once by $id', async ({ endpoint, make }) => {
  const ask: Ask = { ...(await make(world)), headers: { 'idempotency-key': freshName('key') } };
  const first = await expectSuccess(endpoint, await send(endpoint, ask));
  expect(await expectSuccess(endpoint, await send(endpoint, ask))).toEqual(first);
});

// Emptying the trash has no parameters, so it has no other body.
it.each(rows.filter(({ id }) => !/emptyTrash$/i.test(id)))(
  'a write that is repeated by its key is refused by $id when the body is another',
  async ({ endpoint, make }) => {
    const headers = { 'idempotency-key': freshName('key') };
    await expectSuccess(endpoint, await send(endpoint, { ...(await make(world)), headers }));
    const other = await make(world);
    const response = await send(endpoint, { ...other, headers });
    expect(await response.clone().json()).toMatchObject({ details: [{ reason: 'idempotency_key_reused' }, {}] });
    await expectRefusal(endpoint, response, 'invalid_argument', pathOf(endpoint, other.params));
  },
);

it('an idempotency key of another person is unknown', async () => {
  const headers = { 'idempotency-key': freshName('key') };
  const body = { kind: 'drive#folder', name: freshName() };
  const ids = await Promise.all(
    [world.alice, world.bob].map(
      async ({ token }) => (await ok(driveContract.create, { token, body, headers })).file?.id,
    ),
  );
  expect(ids[0]).not.toBe(ids[1]);
});
