import { expect, it } from 'vitest';
import { type ArchiveEngine, makePieceReader } from './engine.ts';
import { makeEngineTurns } from './engine-turns.ts';

it('a person with many archives delays another one by one order, and orders beyond the queue are busy', async () => {
  let nowMs = 0;
  const sleep = async (ms: number): Promise<void> => {
    nowMs += ms;
    await Promise.resolve();
  };
  const engineOf = makeEngineTurns({ nowMs: () => nowMs }, sleep);
  const order: string[] = [];
  const engineFor = (person: string): ArchiveEngine =>
    engineOf(
      {
        async run() {
          order.push(person);
          await Promise.resolve();
          await Promise.resolve();
          nowMs += 100;
          return { head: { ok: true, entries: [] }, contents: makePieceReader(new Blob([]).stream()) };
        },
      },
      person,
    );
  const run = (person: string) => engineFor(person).run({ what: 'list', password: '' }, new Blob(['x']).stream(), 1);
  const answers = await Promise.all([...Array.from({ length: 40 }, () => run('anna')), run('boris')]);
  expect(order.indexOf('boris')).toBe(1);
  const busy = answers.filter(({ head }) => !head.ok);
  expect(busy).toHaveLength(answers.length - order.length);
  expect(busy.length).toBeGreaterThan(0);
});

function makeReaders() {
  const clock = { nowMs: 0 };
  const engineOf = makeEngineTurns({ nowMs: () => clock.nowMs }, async () => undefined);
  const engine: ArchiveEngine = {
    run: async () => ({ head: { ok: true, entries: [] }, contents: makePieceReader(new Blob(['abc']).stream()) }),
  };
  const run = (person: string) =>
    engineOf(engine, person).run({ what: 'contents', password: '' }, new Blob(['x']).stream(), 1);
  return { clock, run };
}

const BUSY = { ok: false, reason: 'busy' };

it('two answers of a person are read at a time; one that ends, or is left alone for a minute, gives its place back', async () => {
  const { clock, run } = makeReaders();
  const [first, second] = [await run('anna'), await run('anna')];
  expect((await run('anna')).head).toEqual(BUSY);
  while (await first.contents.some(2));
  await run('anna');
  expect((await run('anna')).head).toEqual(BUSY);
  await second.contents.cancel();
  const late = await run('anna');
  expect(late.head.ok).toBe(true);
  clock.nowMs += 60_000;
  expect((await run('anna')).head.ok).toBe(true);
  await expect(late.contents.some(1)).rejects.toThrow('left alone');
});

it('the last place is for a person without one', async () => {
  const { run } = makeReaders();
  for (const person of ['anna', 'anna', 'boris']) expect((await run(person)).head.ok).toBe(true);
  expect((await run('boris')).head).toEqual(BUSY);
  expect((await run('carla')).head.ok).toBe(true);
  expect((await run('dora')).head).toEqual(BUSY);
});

it('a reader that takes a byte now and then loses its place after a minute', async () => {
  const { clock, run } = makeReaders();
  const slow = await run('anna');
  clock.nowMs += 59_000;
  expect(await slow.contents.some(1)).toHaveLength(1);
  clock.nowMs += 2_000;
  await run('boris');
  await expect(slow.contents.some(1)).rejects.toThrow('left alone');
});
