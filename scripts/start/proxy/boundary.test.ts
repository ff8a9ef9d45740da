import { expect, test, vi } from 'vitest';
import { guarded } from './boundary.ts';

test('a guarded handler that throws ends its exchange with its own arguments and reports the reason', () => {
  const ended: string[] = [];
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const handler = guarded(
    'a request',
    (_name: string) => {
      throw new Error('broken');
    },
    (name) => ended.push(name),
  );
  handler('one');
  expect(ended).toEqual(['one']);
  expect(String(written.mock.calls[0]?.[0])).toMatch(/^error: a request: Error: broken/);
  written.mockRestore();
});

test('a guarded handler never throws, even when ending the exchange fails as well', () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const fail = (): never => {
    throw new Error('broken');
  };
  expect(guarded('a request', fail, fail)).not.toThrow();
  expect(written).toHaveBeenCalledTimes(2);
  written.mockRestore();
});
