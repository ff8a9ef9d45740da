/** Content events are lost, doubled, late or reordered by seed; in the end the blob index counts the contents of the drive. */
import { beforeAll, expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import type { NodeId } from '#shared/ids.ts';
import { makeOperations } from '#test/contract/model/operations.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { changeDeliver, deliverAll, hideInjectedFaults } from '#worker/platform/faults/deliver-fixture.ts';
import { makeFaultyDeliver } from '#worker/platform/faults/events.ts';
import { makeFaults } from '#worker/platform/faults/faults.ts';
import { blobIndexOf } from './blobs/keys.ts';
import { bytesOf, makeUploader, ORIGIN, rows } from './upload/upload-fixture.ts';

const FAULTS = { lost: 0.2, after: 0.15, twice: 0.15, late: 0.2, shuffled: 0.2 } as const;
const CONTENTS = 3;
const STEPS = 14;

beforeAll(hideInjectedFaults);

async function runSeed(seed: number): Promise<void> {
  const person = makeUploader();
  const service = makeOperations(person.deps);
  const call = () => ({
    requestId: 'test',
    nowMs: person.deps.clock.nowMs(),
    locale: 'en-US' as const,
    address: '',
    deviceId: '',
    clientId: 'test',
    userAgent: '',
    captchaToken: '',
    idempotencyKey: null,
    origin: ORIGIN,
    caller: person.caller,
  });
  const content = (at: number) => bytesOf(1_000 + at, seed * CONTENTS + at + 1);
  const keys: string[] = [];
  for (let at = 0; at < CONTENTS; at += 1) await person.upload(content(at));
  for (const { content_key: key } of await rows<{ content_key: string }>(person, 'SELECT content_key FROM contents'))
    keys.push(key);
  const { parentId, folder } = { parentId: '' as NodeId, folder: 'copies' };
  const copies = (await service.createFolder(person.caller, { parentId, name: folder }, call())).file?.id as NodeId;

  const before = await changeDeliver(person.stub, (deliver) => makeFaultyDeliver(deliver, { seed, plan: FAULTS }));
  const dice = makeFaults<never>({ seed, plan: {} });
  for (let step = 0; step < STEPS; step += 1) {
    const files = await rows<{ id: NodeId; parent_id: string }>(
      person,
      'SELECT id, parent_id FROM nodes WHERE is_file = 1 AND state = 0 ORDER BY created_ms, id',
    );
    const file = files[dice.below(files.length)];
    const work = dice.below(4);
    if (work === 0 || !file) await person.upload(content(dice.below(CONTENTS)));
    else if (work === 1 && file.parent_id === '') await service.copy(person.caller, [file.id], copies, call());
    else await service.remove(person.caller, [file.id], call());
    // The alarm comes whenever it likes; here it comes now and then, between two calls.
    if (dice.below(2) === 0) await runAlarm(person.stub);
  }
  await changeDeliver(person.stub, () => before);
  await deliverAll(person.stub);
  const held = new Set(
    (await rows<{ content_key: string }>(person, 'SELECT content_key FROM contents')).map((row) => row.content_key),
  );
  for (const key of keys) {
    const index = blobIndexOf(person.deps.blobIndex, key);
    expect([seed, key, await index.references(key)]).toEqual([seed, key, held.has(key) ? 1 : 0]);
  }
}

it('the blob index counts ten drives right once their faulty events have arrived', async () => {
  for (let seed = 1; seed <= 10; seed += 1) {
    await runSeed(seed).catch((error: unknown) => {
      throw error instanceof AppError ? new Error(`seed ${seed}: ${error.errorName}`) : error;
    });
  }
}, 60_000);
