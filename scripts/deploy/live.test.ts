/** The person who tests a deployment, also after the file of secrets was lost. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { makeSelfTest } from './live.ts';
import { openLocalSecrets } from './local-secrets.ts';
import type { Deployment } from './run.ts';

it('a restored installation whose first tester has a lost password gets another tester, once', async () => {
  const folder = scratchFolder();
  const people = new Map<string, string>();
  const tested: string[] = [];
  const run = () => {
    const secrets = openLocalSecrets(folder, 'production');
    secrets.set({ INTERNAL_TOKEN: 'secret' });
    const deployment = {
      own: { app: 'drive.example.com', content: 'files.example.net' },
      secrets,
      isDry: false,
      closes: false,
      tools: {
        async callApp(_origin: string, _target: string, _token: string, body: { email: string; password: string }) {
          const person = people.has(body.email) ? 'found' : 'made';
          if (person === 'made') people.set(body.email, body.password);
          return { status: 200, text: JSON.stringify({ person }) };
        },
        async selfTest({ username, password }: { username: string; password: string }) {
          tested.push(username);
          const isRight = people.get(username) === password;
          return [{ what: 'sign-in', wrong: isRight ? '' : 'the password is wrong', remedy: '' }];
        },
      },
    } as unknown as Deployment;
    return makeSelfTest(async () => undefined).run(deployment);
  };
  await run();
  await run();
  expect(tested).toEqual(['self-test@drive.example.com', 'self-test@drive.example.com']);
  rmSync(path.join(folder, 'magpie.secrets.production.json'));
  await run();
  await run();
  expect(tested.slice(2)).toEqual([[...people.keys()][1], [...people.keys()][1]]);
  expect(tested[2]).toMatch(/^self-test-[0-9a-f]{8}@drive\.example\.com$/);
});
