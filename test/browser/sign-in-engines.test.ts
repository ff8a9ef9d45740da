/** The sign-in by plain http on this machine, and a refused clipboard, in the engines of Safari and of Firefox. */
import { beforeAll, expect, test } from 'vitest';
import { makeWireClient } from '#test/flow/wire-client.ts';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { type Engine, openEngine } from './engines.ts';

const DORA = newPerson('Dora');

const server = await sharedServer(DORA);

beforeAll(async () => {
  const wire = makeWireClient(server.origin);
  const { token } = await wire.signIn(DORA.email);
  await wire.call('POST', '/drive/v1/files', { token, body: { kind: 'drive#folder', name: 'Sent', parent_id: '' } });
});

/** Fills the form as a person would and presses its button. */
const enter = (username: string, password: string) => `(() => {
  const form = document.querySelector('form:has(input[type=password])');
  form.querySelector('input[name=username]').value = ${JSON.stringify(username)};
  form.querySelector('input[name=password]').value = ${JSON.stringify(password)};
  form.querySelector('button[type=submit]').click();
  return true;
})()`;

const press = (selector: string) => `(document.querySelector(${JSON.stringify(selector)}).click(), true)`;

async function untilPath(engine: Engine, path: string): Promise<void> {
  // A page that is being replaced answers with an error.
  await expect.poll(() => engine.read('location.pathname').catch(() => '')).toBe(path);
}

test.each(['WebKit', 'Firefox'] as const)(
  'a person signs in on this machine in %s, sees the drive, and gets the link that may not be copied',
  async (name) => {
    const engine = await openEngine(name);
    try {
      await engine.goto(`${server.origin}/auth`);
      await engine.read(enter(DORA.email, 'magpie-demo'));
      await untilPath(engine, '/drive/all');
      await expect
        .poll(() => engine.read(`document.querySelector('[data-island="drive/browser"][data-hydrated]') !== null`))
        .toBe(true);
      expect(await engine.read('document.cookie')).not.toContain('magpie_session');
      // A press by a script is no gesture: the clipboard refuses, and the dialog has the address of the link.
      await engine.read(`document.dispatchEvent(new Event('pointermove')) || true`);
      await engine.read(press('[data-row] .btn-copy-link'));
      await expect
        .poll(() => engine.read(`document.querySelector('dialog.dialog input[readonly]')?.value ?? ''`))
        .toMatch(/\/s\/V[\w-]{25}$/);
      await expect
        .poll(() => engine.read(`document.activeElement?.matches('dialog [data-start]') ?? false`))
        .toBe(true);
    } finally {
      await engine.close();
    }
  },
);
