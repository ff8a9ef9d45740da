/** Programs that `npm test` runs: the proof runs the same tests, so that the table holds what they do. */

import { describeFailures } from '#scripts/test/tally.ts';
import { makeStateFolder } from '#scripts/test/trial-run.ts';
import { runVitest } from '#scripts/test/vitest-run.ts';
import type { Check, Program } from './program.ts';

/** @param only  a part of the names of the tests */
const testsOf = (name: string, file: string, only: string): Check => ({
  name,
  run: async () => {
    const { dataDir: scratch, dispose } = makeStateFolder(undefined, 'programs');
    const tally = await runVitest({ project: 'server', reporter: 'minimal', scratch, args: [file, '-t', only] });
    dispose();
    if (tally.failed > 0) throw new Error(describeFailures(tally));
    if (tally.passed === 0) throw new Error('no test ran');
  },
});

const DAV = 'test/flow/webdav.test.ts';
const DEBIAN = 'Debian 12';
const npmVersion = (name: string): string[] => [
  process.execPath,
  '-p',
  `JSON.parse(require('fs').readFileSync('node_modules/${name}/package.json')).version`,
];

export const TESTED: readonly Program[] = [
  {
    name: 'litmus',
    file: '/usr/bin/litmus',
    version: ['/usr/bin/dpkg-query', '-W', 'litmus'],
    from: DEBIAN,
    checks: ['basic', 'copymove', 'props', 'locks', 'http'].map((suite) =>
      testsOf(`suite ${suite}`, DAV, `passes the suite ${suite}`),
    ),
  },
  {
    name: 'cadaver',
    file: '/usr/bin/cadaver',
    version: ['/usr/bin/cadaver', '--version'],
    from: DEBIAN,
    checks: [testsOf('makes, sends, copies, moves, locks, sets properties, reads', DAV, 'cadaver')],
  },
  {
    name: 'curl',
    file: '/usr/bin/curl',
    version: ['/usr/bin/curl', '--version'],
    from: DEBIAN,
    checks: [testsOf('sends with and without a length, reads ranges, keeps by conditions', DAV, 'curl')],
  },
  {
    name: '`webdav`',
    file: 'node_modules/webdav/package.json',
    version: npmVersion('webdav'),
    from: 'npm',
    checks: [testsOf('makes, sends, copies, moves, locks, deletes', DAV, 'the library webdav')],
  },
  {
    name: '`tus-js-client`',
    file: 'node_modules/tus-js-client/package.json',
    version: npmVersion('tus-js-client'),
    from: 'npm',
    checks: [testsOf('sends in pieces, and goes on after a kill of the server', 'test/flow/tus.test.ts', '')],
  },
  {
    name: 'nextcloudcmd',
    file: '/usr/bin/nextcloudcmd',
    version: ['/usr/bin/nextcloudcmd', '--version'],
    from: DEBIAN,
    checks: [
      testsOf(
        'two folders both ways: files, edits, names, moves, deletions, 25 MB in parts, a conflict',
        'test/flow/sync-clients.test.ts',
        'nextcloudcmd',
      ),
    ],
  },
];
