import { runInDurableObject } from 'cloudflare:test';
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { answerChallenge } from '#shared/content/proof.ts';
import type { CreateAnswer } from '#shared/drive/contract.ts';
import { fromHex } from '#worker/platform/crypto.ts';
import { bytesOf, makeUploader, rows, spaceOf, type Uploader } from './upload-fixture.ts';

async function contentKeyOf(person: Uploader): Promise<string> {
  return runInDurableObject(person.stub, (_object, state) =>
    String(state.storage.sql.exec('SELECT content_key FROM contents').one()['content_key']),
  );
}

async function answerOf(
  begun: CreateAnswer,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<{ challenge: string; digest: string }> {
  const { proof } = begun;
  if (!proof) throw new Error('no challenge');
  const spans = proof.ranges.map(({ start, length }) => ({ start, end: start + length }));
  const chunks = spans.map(({ start, end }) => bytes.slice(start, end));
  const digest = await answerChallenge(fromHex(proof.nonce), bytes.length, spans, chunks, (key, message) =>
    createHmac('sha256', key).update(message).digest(),
  );
  return { challenge: proof.challenge, digest };
}

/** Somebody who has the bytes already, and their key. */
async function owned(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const owner = makeUploader();
  await owner.upload(bytes);
  return contentKeyOf(owner);
}

/** How a file stands after its proof: with its session open when nothing was proven. */
async function phaseAfter(work: ReturnType<Uploader['prove']>): Promise<string> {
  const { file, upload } = await work;
  return `${file?.phase} ${upload ? 'open' : 'closed'}`;
}

describe('instant upload', () => {
  it('completes without bytes for whoever has them', async () => {
    const bytes = bytesOf(900_000, 31);
    const contentKey = await owned(bytes);
    const person = makeUploader();
    const begun = await person.begin({ sizeBytes: bytes.length, contentKey, name: 'copy.bin' });
    expect(begun.file?.phase).toBe('PHASE_TYPE_PENDING');
    expect(begun.upload?.parts).toEqual([]);
    const done = await person.prove(begun.upload?.upload_id ?? '', await answerOf(begun, bytes));
    expect(done).toMatchObject({
      file: { phase: 'PHASE_TYPE_COMPLETE', name: 'copy.bin' },
      task: { phase: 'PHASE_TYPE_COMPLETE' },
    });
    expect(done.upload).toBeUndefined();
    expect(await person.prove(begun.upload?.upload_id ?? '', await answerOf(begun, bytes))).toEqual(done);
    expect(await contentKeyOf(person)).toBe(contentKey);
  });

  it('takes the place of the file that has its name', async () => {
    const bytes = bytesOf(900_000, 36);
    const contentKey = await owned(bytes);
    const person = makeUploader();
    const before = await person.upload(bytesOf(100, 37), { name: 'a.bin' });
    const begun = await person.begin({ sizeBytes: bytes.length, contentKey, name: 'a.bin', conflict: 'replace' });
    const done = await person.prove(begun.upload?.upload_id ?? '', await answerOf(begun, bytes));
    expect(done.file).toMatchObject({ id: before.file?.id, name: 'a.bin', size: '900000' });
    expect(done.task?.params['version_id']).not.toBe('');
    expect(await rows(person, 'SELECT size_bytes FROM versions')).toEqual([{ size_bytes: 100 }]);
    expect(await spaceOf(person)).toEqual({ usage_bytes: 900_100, reserved_bytes: 0 });
  });

  it('gives nothing for a key alone: wrong bytes, unknown content and a wrong size answer the same', async () => {
    const bytes = bytesOf(600_000, 32);
    const contentKey = await owned(bytes);
    const person = makeUploader();
    const other = bytesOf(600_000, 33);
    const known = await person.begin({ sizeBytes: bytes.length, contentKey });
    const unknown = await person.begin({ sizeBytes: bytes.length, contentKey: `1-${'ab'.repeat(32)}` });
    const longer = await person.begin({ sizeBytes: bytes.length + 1, contentKey });
    expect(Object.keys(unknown)).toEqual(Object.keys(known));
    expect(Object.keys(unknown.proof ?? {})).toEqual(Object.keys(known.proof ?? {}));
    const refusals = await Promise.all([
      phaseAfter(person.prove(known.upload?.upload_id ?? '', await answerOf(known, other))),
      phaseAfter(person.prove(unknown.upload?.upload_id ?? '', await answerOf(unknown, bytes))),
      phaseAfter(person.prove(longer.upload?.upload_id ?? '', await answerOf(longer, bytesOf(600_001, 32)))),
      phaseAfter(
        person.prove(known.upload?.upload_id ?? '', { ...(await answerOf(known, bytes)), challenge: 'nonsense' }),
      ),
      phaseAfter(person.prove(known.upload?.upload_id ?? '', await answerOf(longer, bytesOf(600_001, 32)))),
    ]);
    expect(new Set(refusals)).toEqual(new Set(['PHASE_TYPE_PENDING open']));
    // Zeros are what an unknown content is digested as; they prove nothing either.
    const zeros = await answerOf(unknown, new Uint8Array(bytes.length));
    expect(await phaseAfter(person.prove(unknown.upload?.upload_id ?? '', zeros))).toBe('PHASE_TYPE_PENDING open');
  });

  it('goes on as an ordinary upload when the proof fails', async () => {
    const bytes = bytesOf(1_000, 34);
    const person = makeUploader();
    const begun = await person.begin({ sizeBytes: bytes.length, contentKey: `1-${'cd'.repeat(32)}` });
    if (!begun.upload) throw new Error('no session');
    await phaseAfter(person.prove(begun.upload.upload_id, await answerOf(begun, bytes)));
    await person.parts(begun.upload, bytes);
    expect((await person.complete(begun.upload.upload_id)).file.phase).toBe('PHASE_TYPE_COMPLETE');
  });

  it('asks nothing of a client that brings no key, and believes no gcid', async () => {
    const bytes = bytesOf(1_000, 35);
    const owner = makeUploader();
    const { file } = await owner.upload(bytes);
    const person = makeUploader();
    for (const door of ['own', 's3'] as const) {
      const begun = await person.begin({ sizeBytes: bytes.length, gcid: file.hash, door });
      expect(begun.proof).toBeUndefined();
      expect(begun.file?.phase).toBe('PHASE_TYPE_PENDING');
    }
  });
});
