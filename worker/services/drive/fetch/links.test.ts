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

test('an address of a kind that this installation does not fetch is refused with a sentence of its own', () => {
  const none = { ...deps, downloader: { schemes: [] } };
  for (const url of [`magnet:?xt=urn:btih:${'1'.repeat(40)}`, 'ftp://files.example/a', 'drive:abc']) {
    let failure: unknown;
    try {
      readLink(none, url);
    } catch (error) {
      failure = error;
    }
    expect(failure).toMatchObject({
      errorName: 'task_url_unsupported',
      detail: { messageKey: 'drive.tasks.reason.no_downloader' },
    });
  }
});
