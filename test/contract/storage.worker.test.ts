/** Answers of every endpoint while the disk of the server is nearly full: additions are refused, all other calls continue. */
import { expect, it } from 'vitest';
import { driveContract } from '#shared/drive/contract.ts';
import { ENDPOINTS } from '#shared/openapi/endpoints.ts';
import { shareContract } from '#shared/share/contract.ts';
import type { DiskState } from '#worker/platform/disk-space.ts';
import { driveCases } from './cases/drive.cases.ts';
import { shareCases } from './cases/share.cases.ts';
import { successesOf } from './cases.ts';
import { expectRefusal, expectSuccess } from './expect.ts';
import { type Ask, makeServer, ORIGIN, pathOf, runningServer, type Server, send } from './send.ts';
import { visit } from './visit.ts';
import { bytesOf, credentials, freshName, makeFile, makePeople, ok } from './world.ts';

const MIB = 1024 * 1024;

/** The Node side of a machine with so much space left. */
function diskWith(state: DiskState): { MACHINE: Fetcher } {
  return { MACHINE: { fetch: async () => Response.json(state) } as unknown as Fetcher };
}

const low = makeServer({ bindings: diskWith({ level: 'low', freeBytes: 10 * MIB, watermarkBytes: 64 * MIB }) });

const world = { ...(await makePeople()), after: () => undefined };

const cases = [...successesOf(driveContract, driveCases), ...successesOf(shareContract, shareCases)];

it.each(cases.filter(({ endpoint }) => endpoint.adds))(
  'while the disk of the server is nearly full: $id is refused',
  async ({ endpoint, make }) => {
    const ask: Ask = { ...(await make(world)), server: low };
    await expectRefusal(endpoint, await send(endpoint, ask), 'storage_full', pathOf(endpoint, ask.params));
  },
);

it.each(cases.filter(({ endpoint }) => !endpoint.adds && endpoint.idempotency !== 'read'))(
  '$id continues on a nearly full disk',
  async ({ endpoint, make }) => {
    await expectSuccess(endpoint, await send(endpoint, { ...(await make(world)), server: low }));
  },
);

it('the refusal names the disk of the server and no quota', async () => {
  const ask: Ask = { token: world.alice.token, body: { kind: 'drive#folder', name: freshName() }, server: low };
  const response = await send(driveContract.create, ask);
  expect([response.status, ((await response.json()) as { error_description: string }).error_description]).toEqual([
    507,
    expect.stringMatching(/^The server’s disk is full/),
  ]);
});

it('while the disk of the server is nearly full: uploads, copies, links, saves, sign-ups and pictures count as adding', () => {
  expect(ENDPOINTS.flatMap(({ adds, id }) => (adds ? [id] : [])).toSorted()).toEqual([
    'auth.setPicture',
    'auth.signUp',
    'drive.batchCopy',
    'drive.chooseFiles',
    'drive.collectCreate',
    'drive.collectSend',
    'drive.collectSendPart',
    'drive.commonCreate',
    'drive.commonOffer',
    'drive.commonPut',
    'drive.commonSave',
    'drive.commonSend',
    'drive.commonSendPart',
    'drive.create',
    'drive.extract',
    'drive.pack',
    'drive.put',
    'drive.putMany',
    'drive.retryTask',
    'drive.setThumbnail',
    'drive.unpack',
    'drive.uploadPart',
    'share.create',
    'share.follow',
    'share.followFetch',
    'share.restore',
  ]);
});

it('a file that would take the last free space of the disk is refused, a smaller one is taken', async () => {
  const server = makeServer({
    bindings: diskWith({ level: 'ample', freeBytes: 64 * MIB + 1_000, watermarkBytes: 64 * MIB }),
  });
  const put = async (sizeBytes: number) => {
    const ask: Ask = {
      token: world.alice.token,
      query: { name: freshName() },
      bytes: bytesOf('x'.repeat(sizeBytes)),
      server,
    };
    return (await send(driveContract.put, ask)).status;
  };
  expect(await put(2_000)).toBe(507);
  // Neither may have reached the disk when the other is judged.
  expect((await Promise.all([put(600), put(600)])).toSorted((one, other) => one - other)).toEqual([200, 507]);
});

const FREE = 64 * MIB;
const nearlyFree = () =>
  makeServer({ bindings: diskWith({ level: 'ample', freeBytes: 64 * MIB + FREE, watermarkBytes: 64 * MIB }) });
const claim = { 'content-length': String(FREE - 1_000) };
const put = async (server: Server) =>
  (
    await send(driveContract.put, {
      token: world.alice.token,
      query: { name: freshName() },
      bytes: bytesOf('x'.repeat(2_000)),
      server,
    })
  ).status;

it('a length that is only claimed uses up no space of others: by a part without a token', async () => {
  const server = nearlyFree();
  const params = { id: 'V'.repeat(26), part: 1 };
  const answer = await send(driveContract.uploadPart, { params, bytes: bytesOf('x'), headers: claim, server });
  expect(answer.status).toBe(403);
  expect(await put(server)).toBe(200);
});

it('a length that is only claimed uses up no space of others: by a form without a policy', async () => {
  const server = nearlyFree();
  const headers = { host: new URL(ORIGIN).host, 'content-type': 'multipart/form-data; boundary=edge', ...claim };
  const answer = await visit('/magpie', { body: '--edge', headers, server });
  expect(answer.status).toBe(400);
  expect(await put(server)).toBe(200);
});

it('a length that is only claimed uses up no space of others: by a call whose body can never be so long', async () => {
  const server = nearlyFree();
  const ask: Ask = { token: world.bob.token, body: { kind: 'drive#folder', name: freshName() }, server };
  expect((await send(driveContract.create, { ...ask, headers: claim })).status).toBe(413);
  expect(await put(server)).toBe(200);
});

const post = (server: Server, path: string, body: BodyInit, cookie = '') =>
  visit(path, { body, headers: { cookie }, server });
const formOf = (fields: Record<string, string | File>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};

it('that add a folder, a file, a saved link or a picture are refused in the same words', async () => {
  const entered = await post(runningServer, '/auth', new URLSearchParams({ ...credentials(world.bob.email) }));
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
  const fileId = await makeFile(world.alice);
  const { share_id: shareId } = await ok(shareContract.create, {
    token: world.alice.token,
    body: { file_ids: [fileId], pass_code_option: 'NOT_REQUIRED' },
  });
  const picture = new File([bytesOf('no picture')], 'p.png', { type: 'image/png' });
  const sent: [string, BodyInit][] = [[`/s/${shareId}`, new URLSearchParams({ intent: 'save' })]];
  for (const [path, fields] of [
    ['/drive/all?plain=1', { step: 'folder', name: freshName() }],
    ['/drive/all?plain=1', { step: 'upload', files: new File([bytesOf('x')], freshName()) }],
    ['/drive/account/picture', { picture }],
  ] as const)
    sent.push([path, formOf(fields)]);
  for (const [path, body] of sent) {
    const answer = await post(low, path, body, cookie);
    expect(await answer.text(), path).toContain('The server’s disk is full');
  }
});
