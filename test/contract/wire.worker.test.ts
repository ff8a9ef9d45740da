/** Requests that clients really send, and must not be refused for. Source: wire-contract.md section 0. */
import { expect, it } from 'vitest';
import { authContract } from '#shared/auth/contract.ts';
import { driveContract } from '#shared/drive/contract.ts';
import { shareContract } from '#shared/share/contract.ts';
import { shieldContract } from '#shared/shield/contract.ts';
import { expectRefusal, expectSuccess } from './expect.ts';
import { DEVICE_ID, send } from './send.ts';
import {
  beginUpload,
  bytesOf,
  credentials,
  freshName,
  makeFile,
  makeFolder,
  makeLink,
  makePeople,
  ok,
  partAsk,
  waitForTask,
} from './world.ts';

const world = { ...(await makePeople()), after: () => undefined };

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'content-type': 'application/json' };
const token = () => world.alice.token;

const folder = () => ({ kind: 'drive#folder', name: freshName() });
it.each([
  ['JSON labelled as a form', JSON.stringify, FORM],
  ['a form labelled as JSON', (body: Record<string, string>) => new URLSearchParams(body).toString(), JSON_TYPE],
  ['JSON without a label', JSON.stringify, { 'content-type': 'text/plain' }],
  ['JSON with spaces around it', (body: object) => `\n ${JSON.stringify(body)} \n`, JSON_TYPE],
])('a body is parsed by its content: %s', async (_what, write, headers) => {
  await expectSuccess(
    authContract.signIn,
    await send(authContract.signIn, { body: write(credentials('alice@example.com')), headers }),
  );
  await expectSuccess(
    driveContract.create,
    await send(driveContract.create, { token: token(), body: write(folder()), headers }),
  );
  await expectSuccess(
    shieldContract.captchaInit,
    await send(shieldContract.captchaInit, {
      body: write({ action: 'GET:/drive/v1/files', device_id: DEVICE_ID }),
      headers,
    }),
  );
});

it('a body is parsed by its content: half a JSON object is malformed and not a form', async () => {
  const response = await send(driveContract.create, { token: token(), body: '{"kind":"drive#folder"' });
  expect(await response.clone().json()).toMatchObject({ details: [{ reason: 'malformed_json' }, {}] });
  await expectRefusal(driveContract.create, response, 'invalid_argument', '/drive/v1/files');
});

it.each([
  ['limit=0', { limit: 0 }],
  ['an empty page_token', { page_token: '', limit: '' }],
  ['an empty parent_id', { parent_id: '' }],
  ['empty filters', { filters: '' }],
  ['filters of nothing', { filters: '{}' }],
  [
    'all fields that a compatible client sends',
    {
      thumbnail_size: 'SIZE_LARGE',
      with_audit: 'true',
      space: '',
      _magic: '2021',
      filters: '{"trashed":{"eq":false},"phase":{"eq":"PHASE_TYPE_COMPLETE"}}',
    },
  ],
])(
  'null, nothing and 0 are the same as absent: in a list: %s',
  async (_what, query: Record<string, string | number>) => {
    const name = freshName('first');
    await makeFolder(world.alice, '', name);
    const { files } = await ok(driveContract.list, { token: token(), query: { ...query } });
    expect(files.map((file) => file.name)).toContain(name);
  },
);

it('in a new folder: parent_id null', async () => {
  const body = { kind: 'drive#folder', name: freshName(), parent_id: null, user_modified_time: null };
  const { file } = await ok(driveContract.create, { token: token(), body });
  expect(file?.parent_id).toBe('');
});

it('in a new upload: name null is an empty name', async () => {
  const response = await send(driveContract.create, {
    token: token(),
    body: { kind: 'drive#file', name: null, size: 1 },
  });
  await expectRefusal(driveContract.create, response, 'file_name_empty', '/drive/v1/files');
});

it.each([
  ['{}', {}],
  ['{parent_id: ""}', { parent_id: '' }],
  ['{parent_id: null}', { parent_id: null }],
  ['null', null],
  ['nothing', undefined],
])('in a move: to %s is the root', async (_what, to) => {
  const id = await makeFolder(world.alice, await makeFolder(world.alice));
  await ok(driveContract.batchMove, { token: token(), body: { ids: [id], to } });
  expect((await ok(driveContract.detail, { token: token(), params: { id } })).parent_id).toBe('');
});

it('in a link: limits of 0, null and text', async () => {
  const body = {
    file_ids: [await makeFolder(world.alice)],
    share_to: 'publiclink',
    pass_code_option: 'NOT_REQUIRED',
    expiration_days: '-1',
    restore_limit: '-1',
    limit_count: 0,
    custom_pass_code: null,
    title: null,
    params: null,
  };
  await expectSuccess(shareContract.create, await send(shareContract.create, { token: token(), body }));
});

it('values: sizes come as number or text and go as text', async () => {
  for (const size of [7, '7']) {
    const { file } = await ok(driveContract.create, {
      token: token(),
      body: { kind: 'drive#file', name: freshName(), size },
    });
    expect(file?.size).toBe('7');
  }
});

it('a time from a client is returned at UTC+8', async () => {
  const body = { kind: 'drive#file', name: freshName(), size: 0, user_modified_time: '2026-09-24T15:46:22.772Z' };
  const { file } = await ok(driveContract.create, { token: token(), body });
  expect(file?.user_modified_time).toBe('2026-09-24T23:46:22.772+08:00');
});

it('values: specify_parent_id counts as text too', async () => {
  const { shareId } = await makeLink(world.alice);
  const parent = await makeFolder(world.bob);
  const answer = await ok(shareContract.restore, {
    token: world.bob.token,
    body: { share_id: shareId, file_ids: [], parent_id: parent, specify_parent_id: 'true' },
  });
  expect(answer.file_id).toBe(parent);
});

it('the hash of a file is its gcid in capitals, whatever a client claimed', async () => {
  const id = await makeFile(world.alice, 'hello');
  expect((await ok(driveContract.detail, { token: token(), params: { id } })).hash).toBe(
    '6B4F89A54E2D27ECD7E8DA05B4AB8FD9D1D8B119',
  );
});

it('the content link of a file carries its end as unix seconds, and opens without a token', async () => {
  const id = await makeFile(world.alice);
  const file = await ok(driveContract.detail, { token: token(), params: { id } });
  const link = file.links['application/octet-stream'];
  expect(Number(new URL(link?.url ?? '').searchParams.get('expire'))).toBeGreaterThan(Date.now() / 1_000 + 600);
  expect(file.web_content_link).not.toBe('');
});

it('ids are 26 characters of chance and never come twice', async () => {
  const made = await Promise.all(Array.from({ length: 50 }, () => makeFolder(world.alice)));
  expect(new Set(made).size).toBe(made.length);
  for (const id of made) expect(id).toMatch(/^V[A-Za-z0-9_-]{25}$/);
  // 25 characters of 64: 150 bits. No place may hold the same letter in all of them.
  for (let at = 1; at < 26; at += 1) expect(new Set(made.map((id) => id[at])).size).toBeGreaterThan(5);
});

it('every batch answers a task that can be polled until it is complete', async () => {
  const parent = await makeFolder(world.alice);
  const id = await makeFile(world.alice);
  const to = { parent_id: parent };
  for (const [endpoint, body] of [
    [driveContract.batchMove, { ids: [id], to }],
    [driveContract.batchCopy, { ids: [id], to: {} }],
    [driveContract.batchTrash, { ids: [id] }],
    [driveContract.batchUntrash, { ids: [id] }],
    [driveContract.batchDelete, { ids: [id] }],
    [driveContract.emptyTrash, {}],
  ] as const) {
    const { task_id } = await ok(endpoint, { token: token(), body });
    expect(await waitForTask(world.alice, task_id)).toMatchObject({ phase: 'PHASE_TYPE_COMPLETE', progress: 100 });
  }
});

it('an upload answers a task that is complete when the file is', async () => {
  const begun = await beginUpload(world.alice);
  await ok(driveContract.uploadPart, partAsk(begun, bytesOf('hello')));
  const { task } = await ok(driveContract.uploadComplete, {
    token: token(),
    params: { id: begun.session.upload_id },
  });
  expect(task).toMatchObject({ type: 'upload', phase: 'PHASE_TYPE_COMPLETE', file_id: begun.fileId });
});

it('pages: larger limits are capped, and a list is read to its end by next_page_token', async () => {
  const parent = await makeFolder(world.alice);
  for (let made = 0; made < 5; made += 1) await makeFolder(world.alice, parent);
  const seen = new Set<string>();
  let page_token = '';
  do {
    const page = await ok(driveContract.list, { token: token(), query: { parent_id: parent, limit: 2, page_token } });
    expect(page.files.length).toBeLessThanOrEqual(2);
    for (const file of page.files) seen.add(file.id);
    page_token = page.next_page_token;
  } while (page_token !== '');
  expect(seen.size).toBe(5);
  await ok(driveContract.list, { token: token(), query: { limit: 1_000_000 } });
});
