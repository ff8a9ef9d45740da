import { expect, test } from 'vitest';
import { makeWireClient } from '#test/flow/wire-client.ts';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { expectSound, openAs, visit } from './browser.ts';

const ALICE = newPerson('Alice');
const BOB = newPerson('Bob');
const CARLA = newPerson('Carla', { premium: true });

const server = await sharedServer(ALICE, BOB, CARLA);
const wire = makeWireClient(server.origin);

/** Alice shares two files of these names, other bytes each time. @returns id of the link */
async function share(bytes: string): Promise<string> {
  const alice = await wire.signIn(ALICE.email);
  const ids: string[] = [];
  for (const name of ['notes.txt', bytes]) {
    ids.push(await alice.put(name, bytes, await alice.makeFolder(`for ${bytes}`)));
  }
  return (await alice.share(ids)).share_id;
}

test.each([
  { script: true, who: BOB.email },
  { script: false, who: CARLA.email },
])('a saved file whose name was taken is listed with its new name, script: $script', async ({ script, who }) => {
  const person = await wire.signIn(who);
  const first = await wire.call('POST', '/drive/v1/share/restore', {
    token: person.token,
    body: { share_id: await share(`first for ${who}`) },
  });
  await wire.waitTask(person, first.body.restore_task_id);

  const watched = await visit({ script, width: 390 });
  const { page } = watched;
  await openAs(page, who, `${server.origin}/s/${await share(`second for ${who}`)}`);
  await page.getByRole('button', { name: 'Save to my drive' }).click();
  const status = page.locator('[data-save] [role=status]');
  await status.getByText('2 items saved to your drive.').waitFor();
  expect(await status.getByRole('listitem').allTextContents()).toEqual(['“notes.txt” is now “notes(1).txt”']);
  if (script) await expectSound(watched);
});
