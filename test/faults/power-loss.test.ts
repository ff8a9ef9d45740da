/**
 * The power fails under a server: every acknowledged change is present, whole. Needs a file system that can be cut off, so it runs where
 * tests may mount one; elsewhere scripts/start/runtime/flush.test.ts alone checks the flushes before an answer.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditFolder } from '#scripts/audit/audit.ts';
import { makeWireClient, type Person, sha256, type WireClient } from '#test/flow/wire-client.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { makeLosableDisk } from './losable-disk.ts';
import { beginUpload, completeUpload, contentUrl, partOf, randomFile, sendPart, walkDrive } from './upload-client.ts';

const MIB = 1024 * 1024;
const FILES = 24;
const disk = makeLosableDisk(400);

describe.runIf(disk !== null)('when the power fails', () => {
  let server: TestServer;
  let wire: WireClient;
  let alice: Person;
  const acknowledged = new Map<string, string>();

  const dataDir = (): string => `${disk?.folder()}/data`;

  async function begin(port?: number): Promise<void> {
    server = await startServer({ dataDir: dataDir(), ...(port === undefined ? {} : { port }) });
    wire = makeWireClient(server.origin);
    alice = await wire.signIn('alice@example.com');
  }

  async function failAndStart(): Promise<void> {
    await server.kill9();
    disk?.losePower();
    await begin(server.port);
  }

  async function put(name: string, bytes: Uint8Array): Promise<void> {
    const answer = await fetch(`${server.origin}/drive/v1/uploads?name=${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${alice.token}` },
      body: Uint8Array.from(bytes),
    });
    const { file } = (await answer.json()) as { file: { id: string } };
    expect(answer.status).toBe(200);
    acknowledged.set(file.id, sha256(bytes));
  }

  async function expectAll(): Promise<void> {
    const names = new Set((await walkDrive(wire, alice)).map(({ id }) => id));
    expect([...acknowledged.keys()].filter((id) => !names.has(id))).toEqual([]);
    for (const [id, digest] of acknowledged) {
      const { status, bytes } = await wire.download(await contentUrl(wire, alice, id));
      expect([id, status, sha256(bytes)]).toEqual([id, 200, digest]);
    }
  }

  beforeAll(() => begin());
  afterAll(async () => {
    await server?.stop();
    disk?.remove();
  });

  it('every upload that was acknowledged is there byte for byte, and so are folders and links', async () => {
    for (let n = 0; n < FILES; n++) await put(`small-${n}.bin`, randomFile(1 + n * 7_001));
    const large = randomFile(20 * MIB + 3);
    acknowledged.set(await wire.upload(alice, { name: 'large.bin', bytes: large, partBytes: 6 * MIB }), sha256(large));
    const folder = await alice.post('/drive/v1/files', { kind: 'drive#folder', name: 'folder' });
    const [shared] = acknowledged.keys();
    const link = await alice.post('/drive/v1/share', {
      file_ids: [shared],
      share_to: 'publiclink',
      expiration_days: -1,
    });
    expect([folder.status, link.status]).toEqual([200, 200]);

    await failAndStart();

    await expectAll();
    expect((await walkDrive(wire, alice)).map(({ id }) => id)).toContain(folder.body.file.id);
    const opened = await wire.call('GET', '/drive/v1/share', { query: { share_id: link.body.share_id } });
    expect([opened.status, opened.body.share_status]).toEqual([200, 'OK']);
    expect((await auditFolder(dataDir(), Date.now)).findings).toEqual([]);
  });

  it('an upload continues from its acknowledged parts', async () => {
    const bytes = randomFile(17 * MIB);
    const upload = await beginUpload(wire, alice, 'parts.bin', bytes.length);
    for (const part of [1, 3])
      expect(await sendPart(server.origin, upload, part, partOf(bytes, upload, part))).toBe(200);

    await failAndStart();

    const state = await alice.get(`/drive/v1/uploads/${upload.uploadId}`);
    expect(state.body.parts).toEqual([1, 3]);
    const resumed = { uploadId: upload.uploadId, token: state.body.upload_token };
    expect(await sendPart(server.origin, resumed, 2, partOf(bytes, upload, 2))).toBe(200);
    expect((await completeUpload(wire, alice, upload.uploadId)).status).toBe(200);
    await wire.waitTask(alice, upload.taskId);
    acknowledged.set(upload.fileId, sha256(bytes));
    await expectAll();
    await server.stop();
    expect((await auditFolder(dataDir(), Date.now)).findings).toEqual([]);
  });
});
