import { expect, test } from 'vitest';
import { migrationsOf, startParts } from './object-parts.ts';

const empty = startParts<{ name: string }>();

test('migrations of several parts are one list in the order of their versions', () => {
  const parts = empty.with({ tables: { 2: 'two', 3: 'three' } }).with({ tables: { 1: 'one' } });
  expect(migrationsOf(parts)).toEqual(['one', 'two', 'three']);
});

test('a version of the tables that no part makes, and one that two parts make, are refused', () => {
  expect(() => migrationsOf(empty.with({ tables: { 1: 'one', 3: 'three' } }))).toThrow('version 2');
  expect(() => migrationsOf(empty.with({ tables: { 1: 'one' } }).with({ tables: { 1: 'other' } }))).toThrow(
    'version 1',
  );
});

test('two parts with a call of one name are refused', () => {
  const part = { calls: { read: () => 1 } };
  expect(() => empty.with(part).with(part).allCalls()).toThrow('the call read');
});

test('a part finds what the parts before it made, and no part replaces it', () => {
  const parts = empty
    .with({ make: ({ name }) => ({ greeting: `hello ${name}` }) })
    .with({ make: ({ greeting }) => ({ loud: greeting.toUpperCase() }) });
  expect(parts.makeAll({ name: 'ada' })).toEqual({ name: 'ada', greeting: 'hello ada', loud: 'HELLO ADA' });
  const twice = parts.with({ make: () => ({ greeting: 'other' }) });
  expect(() => twice.makeAll({ name: 'ada' })).toThrow('the member greeting');
});

test('the alarm is due when the first of its steps is, and never without one', async () => {
  const parts = empty
    .with({ alarm: () => 30 })
    .with({ alarm: async () => 20 })
    .with({ alarm: () => null })
    .with({});
  expect(await parts.runAlarm({ name: '' }, 10)).toBe(20);
  expect(await empty.with({ alarm: () => null }).runAlarm({ name: '' }, 10)).toBeNull();
});

test('a step of the alarm that fails stops no later one, and its error is thrown at the end', async () => {
  const ran: string[] = [];
  const failing = (name: string) => ({
    alarm() {
      ran.push(name);
      throw new Error(name);
    },
  });
  const last = {
    alarm() {
      ran.push('last');
      return 1;
    },
  };
  await expect(empty.with(failing('first')).with(last).runAlarm({ name: '' }, 0)).rejects.toThrow('first');
  expect(ran).toEqual(['first', 'last']);
  const both = empty.with(failing('first')).with(failing('second')).with(last).runAlarm({ name: '' }, 0);
  await expect(both).rejects.toMatchObject({ errors: [{ message: 'first' }, { message: 'second' }] });
});
