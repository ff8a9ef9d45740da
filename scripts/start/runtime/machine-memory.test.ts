import { expect, it } from 'vitest';
import { MIB } from '#shared/units.ts';
import { decoderBytesFor, makeOneAtATime } from './machine-memory.ts';

it.each([
  [256, 96],
  [512, 128],
  [704, 320],
  [8_192, 320],
])('with %i MiB the decoder of pictures has %i MiB', (machine, decoder) => {
  expect(decoderBytesFor(machine * MIB) / MIB).toBe(decoder);
});

it('one process computes at a time, and the others end before it does', async () => {
  const said: string[] = [];
  const join = makeOneAtATime();
  const [pictures, texts] = ['pictures', 'texts'].map((name) => join(() => said.push(`${name} end`)));
  const compute = (name: string) => async () => {
    said.push(`${name} begin`);
    await Promise.resolve();
    said.push(`${name} done`);
    if (name === 'pictures') throw new Error('a failure holds up nothing');
  };
  await Promise.allSettled([pictures?.(compute('pictures')), texts?.(compute('texts'))]);
  expect(said).toEqual(['texts end', 'pictures begin', 'pictures done', 'pictures end', 'texts begin', 'texts done']);
});
