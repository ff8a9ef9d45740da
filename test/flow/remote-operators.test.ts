/** `bin/magpie --url`: the commands of operators from another machine, as a process with a home of its own. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { sessionCookie } from '#scripts/bench/harness/client.ts';
import { ROOT } from '#scripts/build/ensure.ts';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { newPerson, sharedServer } from '#test/shared-server.ts';

const MAIN = path.join(ROOT, 'scripts/ops/main.ts');
const operator = newPerson('Oda', { operator: true });
const person = newPerson('Pia');

const home = scratchFolder();

const server = await sharedServer(operator, person);

const environment = () => ({ ...process.env, XDG_CONFIG_HOME: home, MAGPIE_DATA: path.join(home, 'no-state') });

/** A command that needs no sign-in. */
async function run(...args: string[]): Promise<string> {
  const asked = ['--url', server.origin, ...args];
  return (await promisify(execFile)(process.execPath, [MAIN, ...asked], { env: environment() })).stdout;
}

/** The refusal of a command. */
const refused = (...args: string[]) =>
  run(...args).then(
    (text) => `no refusal: ${text}`,
    (error: { stderr: string }) => error.stderr,
  );

/** Starts a command and allows its code in the browser of the operator. */
async function runAndAllow(...args: string[]): Promise<{ code: number; printed: string; asked: string }> {
  const child = spawn(process.execPath, [MAIN, '--url', server.origin, ...args], { env: environment() });
  let printed = '';
  let asked = '';
  const shown = new Promise<string>((resolve) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      asked += text;
      const code = /allow the code ([A-Z-]{9})/.exec(asked)?.[1];
      if (code !== undefined) resolve(code);
    });
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const ended = once(child, 'close') as Promise<[number]>;
  const userCode = await Promise.race([shown, ended.then(() => '')]);
  const cookie = await sessionCookie(server.origin, operator.email);
  const address = `${server.origin}/auth/device`;
  const page = await (await fetch(`${address}?user_code=${userCode}`, { headers: { cookie } })).text();
  expect(page).toContain('Run this whole service for two hours');
  const account = /name="account" value="([^"]+)"/.exec(page)?.[1] ?? '';
  await fetch(address, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, origin: server.origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ user_code: userCode, account, decision: 'allow' }).toString(),
  });
  const [code] = await ended;
  return { code, printed, asked };
}

it('an operator signs in once by a code, and every command then works on the server elsewhere', async () => {
  const first = await runAndAllow('health');
  expect([first.code, first.printed]).toEqual([0, expect.stringContaining('disk: ')]);
  expect(first.asked).toContain(`${server.origin}/auth/device`);

  expect(await run('config', 'list')).toContain('redirects');
  expect(await run('people', 'find', person.email)).toContain(person.name);
  expect(await run('totals', 'hours')).toContain('sign-ups');
  expect(await run('reports', 'list')).toBeTypeOf('string');
  expect(await run('mail', 'status', person.email)).toBeTypeOf('string');
  expect(await refused('people', 'rebuild')).toContain('magpie.deploy.json');
  expect(await refused('people', 'invite', 'new@example.com', '--reason', 'x')).toContain('/ops/people');
  expect(await run('people', 'links')).toBeTypeOf('string');
  expect(await refused('people', 'withdraw', '0'.repeat(32), '--reason', 'x')).toContain('no such link');
  expect(await refused('people', 'show', 'no.such.person@example.com')).toMatch(/refused|no such|known/i);

  const [file = ''] = readdirSync(path.join(home, 'magpie'));
  expect(statSync(path.join(home, 'magpie', file)).mode & 0o777).toBe(0o600);
  expect(await run('sign-out')).toContain('signed out');
  expect(await run('sign-out')).toContain('no token');
});

it('a token is not sent in the clear, nor to an address that is none', async () => {
  expect(await refusedAt('http://drive.example.com')).toContain('must use https');
  expect(await refusedAt('drive.example.com')).toContain('must be the address');
});

async function refusedAt(url: string): Promise<string> {
  const asked = promisify(execFile)(process.execPath, [MAIN, '--url', url, 'health'], { env: environment() });
  return asked.then(
    () => 'no refusal',
    (error: { stderr: string }) => error.stderr,
  );
}
