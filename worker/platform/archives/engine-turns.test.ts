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

it('four answers are read at a time; one that ends, or is left alone for a minute, gives its place to another', async () => {
  let nowMs = 0;
  const engineOf = makeEngineTurns({ nowMs: () => nowMs }, async () => undefined);
  const engine = engineOf(
    { run: async () => ({ head: { ok: true, entries: [] }, contents: makePieceReader(new Blob(['abc']).stream()) }) },
    'anna',
  );
  const run = () => engine.run({ what: 'contents', password: '' }, new Blob(['x']).stream(), 1);
  const [first, second] = [await run(), await run(), await run(), await run()];
  expect((await run()).head).toEqual({ ok: false, reason: 'busy' });
  while (await first.contents.some(2));
  await run();
  expect((await run()).head.ok).toBe(false);
  await second.contents.cancel();
  const late = await run();
  expect(late.head.ok).toBe(true);
  nowMs += 60_000;
  expect((await run()).head.ok).toBe(true);
  await expect(late.contents.some(1)).rejects.toThrow('left alone');
});
