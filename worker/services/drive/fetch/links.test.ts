import { expect, test } from 'vitest';
import { readLink } from './links.ts';

const deps = {
  outgoing: { allowed: new Set<string>(), ports: new Set<string>() },
  downloader: { schemes: ['ftp'] as const },
};

test('an ftp link with a line of its own in the path is refused', () => {
  expect(readLink(deps, 'ftp://files.example/a%20b')).toEqual({ kind: 'ftp', url: 'ftp://files.example/a%20b' });
  for (const mark of ['%0a', '%0D%0A', '%00'])
    expect(() => readLink(deps, `ftp://files.example/a${mark}DELE b`)).toThrow('task_url_resolve_error');
});
