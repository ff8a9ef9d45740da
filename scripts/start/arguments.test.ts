import { expect, it } from 'vitest';
import { readStartArguments, START_USAGE } from './arguments.ts';

it('the start takes its two arguments, with and without the dashes that npm takes away', () => {
  expect(readStartArguments([])).toEqual({ isHelp: false, isLan: false, rotatesKeys: false });
  expect(readStartArguments(['--', '--lan', '--rotate-keys'])).toEqual({
    isHelp: false,
    isLan: true,
    rotatesKeys: true,
  });
});

it.each(['--help', '-h'])('the start is asked for its usage by %s, which names every argument and the table', (arg) => {
  expect(readStartArguments([arg]).isHelp).toBe(true);
  expect(START_USAGE).toMatch(/--lan.*--rotate-keys.*docs\/settings\.md/s);
});

it.each([['--lann'], ['--port=80'], ['production']])('the start refuses %s by name, with those it takes', (arg) => {
  expect(() => readStartArguments([arg])).toThrow(`${arg} is no argument of the start: it takes --lan, --rotate-keys`);
});
