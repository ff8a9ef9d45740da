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
