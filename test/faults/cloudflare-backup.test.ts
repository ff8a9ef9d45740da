/**
 * Own copies of an installation on Cloudflare: the built Worker with R2, KV and D1 is copied by its secret, restored on one machine, and
 * put back into an installation that is new. Ids of objects come from the double of Cloudflare's API.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { auditFolder } from '#scripts/audit/audit.ts';
import { backUpCloudflare } from '#scripts/backup/cloudflare/backup.ts';
import { putBackCloudflare } from '#scripts/backup/cloudflare/put-back.ts';
import { rehearse } from '#scripts/backup/rehearse.ts';
import { restoreBackup } from '#scripts/backup/restore.ts';
import { ensureBuild } from '#scripts/build/ensure.ts';
import { untilRecovered } from '#scripts/crash-test/recovery.ts';
import { makeCloudflare } from '#scripts/deploy/cloudflare.ts';
import { GOOD_TOKEN, startCloudflareDouble } from '#scripts/deploy/cloudflare-double.ts';
import { ACCOUNT } from '#scripts/deploy/cloudflare-world.ts';
import { type ByteInstallation, openOrigin } from '#scripts/deploy/installation.ts';
import { callServerOf } from '#scripts/start/state/internal-endpoint.ts';
import { makeSecrets } from '#scripts/start/state/secrets.ts';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { boundObjects, type Edge, SCRIPT, startEdge } from '#test/edge.ts';
import { makeWireClient, sha256 } from '#test/flow/wire-client.ts';
import { startServer } from '#test/server.ts';
import {
  beginUpload,
  completeUpload,
  contentUrl,
  type OpenUpload,
  partOf,
  randomFile,
  sendPart,
  walkDrive,
} from './upload-client.ts';

const scratch = scratchFolder();
const backups = path.join(scratch, 'backups');
const secrets = makeSecrets();
const small = randomFile(3_000);
const large = randomFile(9_000_000);
const late = randomFile(5_000);
const REDIRECT = '/moved-away / 302\n';

let shareId = '';
let oldRefreshToken = '';
/** Its first part is sent before the copy. */
let halfway: OpenUpload;
const uploaded = randomFile(9_500_000);

/** As the machine that deployed reaches it. */
function installationOf(one: Edge): ByteInstallation {
  const named = openOrigin(one.origin, secrets.INTERNAL_TOKEN);
  const list = (): void => {
    for (const className of boundObjects().values()) double.world.objects.set(`${SCRIPT}/${className}`, []);
    for (const [className, ids] of one.objects()) double.world.objects.set(`${SCRIPT}/${className}`, ids);
  };
  list();
  return {
    origin: one.origin,
    environment: 'production',
    names: { main: SCRIPT, codec: '', namespace: '', bucket: '', billing: '', admin: '' },
    api: makeCloudflare({ baseUrl: double.baseUrl, token: GOOD_TOKEN, accountId: ACCOUNT, isDry: false }),
    secrets: {
      file: 'magpie.secrets.production.json',
      get: (name) => (secrets as unknown as Record<string, string>)[name],
    },
    ask: async (target, body) => {
      list();
      return named.ask(target, body);
    },
    send: named.send,
  };
}

const backUp = (isPreparing = false) =>
  backUpCloudflare(installationOf(edge), {
    folder: backups,
    keep: 3,
    isPreparing,
    now: Date.now,
    print: () => undefined,
  });

/** The person's files by name, each with the hash of its bytes. */
async function filesOf(origin: string, email: string): Promise<Map<string, string>> {
  const wire = makeWireClient(origin);
  const person = await wire.signIn(email);
  const files = new Map<string, string>();
  for (const row of await walkDrive(wire, person)) {
    if (row.kind !== 'drive#file') continue;
    files.set(row.name, sha256((await wire.download(await contentUrl(wire, person, row.id))).bytes));
  }
  return files;
}

async function expectEverything(origin: string): Promise<void> {
  const files = await filesOf(origin, 'alice@example.com');
  for (const [name, bytes] of Object.entries({ 'small.bin': small, 'large.bin': large, 'late.bin': late }))
    expect([name, files.get(name)]).toEqual([name, sha256(bytes)]);
  expect(files.has('deleted.bin')).toBe(false);
  const shared = await makeWireClient(origin).call('GET', '/drive/v1/share', { query: { share_id: shareId } });
  expect(shared.body).toMatchObject({ share_status: 'OK', file_num: '1' });
}

/** The person goes on with the upload that was under way. */
async function finishUpload(origin: string): Promise<void> {
  const wire = makeWireClient(origin);
  const alice = await wire.signIn('alice@example.com');
  for (let part = 2; part <= halfway.partCount; part += 1)
    expect(await sendPart(origin, halfway, part, partOf(uploaded, halfway, part))).toBe(200);
  expect((await completeUpload(wire, alice, halfway.uploadId)).status).toBe(200);
  await wire.waitTask(alice, halfway.taskId);
  const { bytes } = await wire.download(await contentUrl(wire, alice, halfway.fileId));
  expect(sha256(bytes)).toBe(sha256(uploaded));
}

await ensureBuild();
const double = await startCloudflareDouble();
const bindings = [...boundObjects()].map(([name, className]) => ({
  type: 'durable_object_namespace',
  name,
  class_name: className,
}));
double.world.scripts.set(SCRIPT, {
  versions: [{ id: 'v1', annotations: {}, bindings }],
  secrets: new Map(),
  migrationTag: '',
  crons: [],
});
const edge = await startEdge({ folder: path.join(scratch, 'edge'), secrets });

afterAll(async () => {
  await edge?.stop();
  await double?.stop();
});

it('an installation is copied while it serves and once more when it is closed', async () => {
  const { ask } = installationOf(edge);
  await ask('/_internal/seed', {});
  const wire = makeWireClient(edge.origin);
  const alice = await wire.signIn('alice@example.com');
  oldRefreshToken = alice.refreshToken;
  const fileId = await wire.upload(alice, { name: 'small.bin', bytes: small });
  await wire.upload(alice, { name: 'large.bin', bytes: large });
  const shared = await alice.post('/drive/v1/share', {
    file_ids: [fileId],
    share_to: 'publiclink',
    expiration_days: -1,
  });
  shareId = shared.body.share_id;
  const gone = await wire.upload(alice, { name: 'deleted.bin', bytes: randomFile(2_000) });
  await ask('/_internal/config/publish', { name: 'redirects', text: REDIRECT, base_version: 0 });

  const prepared = await backUp(true);
  expect(prepared.backup).toBeNull();
  expect(prepared.newFiles).toBeGreaterThanOrEqual(3);
  await expect(backUp()).rejects.toThrow('is not closed');

  await wire.upload(alice, { name: 'late.bin', bytes: late });
  await alice.post('/drive/v1/files:batchDelete', { ids: [gone] });
  halfway = await beginUpload(wire, alice, 'halfway.bin', uploaded.length);
  expect(halfway.partCount).toBeGreaterThan(1);
  expect(await sendPart(edge.origin, halfway, 1, partOf(uploaded, halfway, 1))).toBe(200);
  await edge.setClosed(true);
  expect((await fetch(`${edge.origin}/`)).status).toBe(503);
  const { backup, newFiles } = await backUp();
  // Bytes that were there before are not copied again.
  expect(newFiles).toBe(2);
  expect(backup?.manifest.damaged).toEqual([]);
  expect(double.world.unknown).toEqual([]);
});

it('one machine made from the copy has every file, link, person and rule, and no violation', async () => {
  await rehearse({ folder: backups, at: undefined, scratchIn: scratch, print: () => undefined });
  const dataDir = path.join(scratch, 'restored');
  await restoreBackup(backups, undefined, dataDir);
  const server = await startServer({ dataDir });
  try {
    await expectEverything(server.origin);
    await finishUpload(server.origin);
    const { text } = await callServerOf(dataDir, '/_internal/people/find', { term: 'lice@exam' });
    expect(JSON.parse(text)).toMatchObject({ people: [{ email: 'alice@example.com' }] });
    expect(await untilRecovered(dataDir)).toEqual([]);
    const moved = await fetch(`${server.origin}/moved-away`, { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).toEqual([302, '/']);
    const log = await callServerOf(dataDir, '/_internal/config/log', { limit: 5 });
    expect(log.text).toContain('all_copied');
  } finally {
    await server.stop();
  }
  expect((await auditFolder(dataDir, Date.now)).findings).toEqual([]);
});

it('a new installation gets everything back, also when the first run is cut off', async () => {
  const target = await startEdge({ folder: path.join(scratch, 'edge-2'), secrets, isClosed: true });
  try {
    const put = (installation: ByteInstallation) =>
      putBackCloudflare(installation, { folder: backups, at: undefined, nowMs: Date.now(), print: () => undefined });
    const other = installationOf(target);
    await expect(put({ ...other, secrets: { file: 'other', get: () => 'other' } })).rejects.toThrow('other secrets');
    let calls = 0;
    const breaking: ByteInstallation = {
      ...other,
      ask: (call, body) => {
        calls += 1;
        if (calls === 12) throw new Error('the network is gone');
        return other.ask(call, body);
      },
    };
    await expect(put(breaking)).rejects.toThrow('the network is gone');
    await put(installationOf(target));
    await target.setClosed(false);
    // Sessions of the time of the copy have ended.
    const renewed = await makeWireClient(target.origin).call('POST', '/v1/auth/token', {
      body: { client_id: 'cli', grant_type: 'refresh_token', refresh_token: oldRefreshToken },
    });
    expect(renewed.body.error).toBe('invalid_grant');
    await expectEverything(target.origin);
    const { ask } = installationOf(target);
    expect(await ask('/_internal/people/find', { term: 'lice@exam' })).toMatchObject({
      people: [{ email: 'alice@example.com' }],
    });
    await target.setClosed(true);
    await expect(put(installationOf(target))).rejects.toThrow('is not empty');
  } finally {
    await target.stop();
  }
});

it('folders of other backups are refused', async () => {
  const other = path.join(scratch, 'other');
  mkdirSync(other);
  writeFileSync(path.join(other, 'magpie-backup'), '1\n');
  await expect(
    backUpCloudflare(installationOf(edge), {
      folder: other,
      keep: 1,
      isPreparing: false,
      now: Date.now,
      print: () => undefined,
    }),
  ).rejects.toThrow('has backups of one machine');
});
