import { expect, it } from 'vitest';
import { isAppError } from '#shared/errors.ts';
import { makeReadPlaces } from './read-places.ts';

const refused = (work: Promise<unknown>) => work.then(String, (error) => isAppError(error) && error.errorName);

it('a person reads so many archives at a time, and others read theirs', async () => {
  const inPlace = makeReadPlaces(1, 1_000);
  const clock = { nowMs: () => 0 };
  let release = (): void => undefined;
  const first = inPlace('anna', clock, () => new Promise<void>((resolve) => (release = resolve)));
  expect(await refused(inPlace('anna', clock, async () => 1))).toBe('unavailable');
  expect(await inPlace('boris', clock, async () => 2)).toBe(2);
  release();
  await first;
  expect(await inPlace('anna', clock, async () => 3)).toBe(3);
});

it('a read that the platform cancelled gives its place back after its time', async () => {
  let nowMs = 0;
  const clock = { nowMs: () => nowMs };
  const inPlace = makeReadPlaces(1, 1_000);
  void inPlace('anna', clock, () => new Promise(() => undefined));
  expect(await refused(inPlace('anna', clock, async () => 1))).toBe('unavailable');
  nowMs = 1_000;
  expect(await inPlace('anna', clock, async () => 2)).toBe(2);
});
