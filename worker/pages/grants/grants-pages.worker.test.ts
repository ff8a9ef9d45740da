import { beforeAll, expect, it } from 'vitest';
import { driveContract } from '#shared/drive/contract.ts';
import { deliver, shareWith } from '#test/contract/cases/grants/common-folder.ts';
import { ask, type Browsing, cookieOf, html } from '#test/contract/page-visits.ts';
import { ORIGIN, runningServer } from '#test/contract/send.ts';
import { bytesOf, inDrive, makeFolder, makePeople, ok, type Person, trash } from '#test/contract/world.ts';

let alice: Person;
let carla: Person;
let guest: Browsing;
let owner: Browsing;

beforeAll(async () => {
  ({ alice, carla } = await makePeople());
  [guest, owner] = await Promise.all([cookieOf(alice.email, 'magpie-demo'), cookieOf(carla.email, 'magpie-demo')]);
});

const post = async (who: Browsing, path: string, fields: Record<string, string>) => {
  const answer = await ask(who, path, fields);
  return { status: answer.status, to: answer.headers.get('location') ?? '', text: await answer.text() };
};

/** As a browser sends the form of a file. */
function sendFile(who: Browsing, path: string, name: string, bytes: string, key = 'k'): Promise<Response> {
  const body = bytesOf(
    `--b\r\nContent-Disposition: form-data; name="key"\r\n\r\n${key}\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\n${bytes}\r\n--b--\r\n`,
  );
  return runningServer(
    new Request(`${ORIGIN}${path}`, {
      method: 'POST',
      headers: {
        ...{ host: new URL(ORIGIN).host, origin: ORIGIN, 'sec-fetch-site': 'same-origin', cookie: who.cookie },
        ...{ 'content-type': 'multipart/form-data; boundary=b', 'content-length': String(body.length) },
      },
      body,
      redirect: 'manual',
    }),
  );
}

it('an owner invites a person, who accepts, works in the folder and leaves it', async () => {
  const name = `Trip & more ${Math.random()}`;
  const folderId = await makeFolder(carla, '', name);
  const people = `/drive/people/${folderId}`;
  expect(await html(owner, people)).toContain('No one else has access yet.');
  const invited = await post(owner, people, { step: 'invite', person: alice.email, role: 'editor' });
  expect([invited.status, invited.to]).toEqual([303, `${people}?did=invite`]);
  const listed = await html(owner, invited.to);
  expect(listed).toContain('If an account here has this address');
  expect(listed).toContain(alice.email);
  await deliver(carla);

  const invitation = await html(guest, '/drive/common');
  expect(invitation).toContain(name.replace('&', '&amp;'));
  const grantId = /name="id" value="([^"]+)"/.exec(invitation.split(name.replace('&', '&amp;'))[1] ?? '')?.[1] ?? '';
  const common = `/drive/common/${grantId}`;
  // An invitation opens nothing.
  expect(await html(guest, common, 404)).toContain('No longer shared with you');
  expect((await post(guest, '/drive/common', { step: 'accepted', id: grantId })).to).toBe('/drive/common?did=accepted');
  expect(await html(guest, common)).toContain('This folder is empty.');

  expect((await post(guest, common, { step: 'folder', name: 'Inner' })).status).toBe(303);
  expect((await sendFile(guest, common, 'note.txt', 'hello')).status).toBe(303);
  expect((await sendFile(guest, common, 'note.txt', 'hello')).status).toBe(303);
  const { files } = await ok(driveContract.list, { token: carla.token, query: { parent_id: folderId } });
  expect(files.map((file) => file.name).toSorted()).toEqual(['Inner', 'note.txt']);
  const id = files.find((file) => file.name === 'note.txt')?.id ?? '';
  const download = await ask(guest, `${common}?get=${id}`);
  const link = download.headers.get('location') ?? '';
  expect([download.status, download.headers.get('cache-control')]).toEqual([303, 'no-store']);
  const content = await runningServer(new Request(link, { headers: { host: new URL(link).host } }));
  expect(await content.text()).toBe('hello');
  const inner = files.find((file) => file.name === 'Inner')?.id ?? '';
  const nested = await html(guest, `${common}/${inner}`);
  expect(nested).toContain(`href="${common}"`);
  expect((await post(guest, common, { step: 'rename', id, name: 'Inner/x' })).status).toBe(400);
  expect((await post(guest, common, { step: 'rename', id, name: 'note 2.txt' })).status).toBe(303);
  expect((await post(guest, common, { step: 'save', id })).to).toBe(`${common}?did=save`);
  expect((await post(guest, common, { step: 'trash', id })).status).toBe(303);
  expect(await html(guest, common)).not.toContain('note 2.txt');
  const saved = await inDrive(alice, "SELECT count(*) AS n FROM nodes WHERE name = 'note 2.txt' AND state = 0");
  expect(saved).toEqual([{ n: 1 }]);

  expect((await post(guest, '/drive/common', { step: 'left', id: grantId })).to).toBe('/drive/common?did=left');
  expect(await html(guest, common, 404)).toContain('No longer shared with you');
  expect(await html(owner, people)).toContain('Left');
});

it('a viewer sees no forms that change anything, and a form that is sent anyway is refused', async () => {
  const folderId = await makeFolder(carla);
  await makeFolder(carla, folderId, 'Fixed');
  const { grantId } = await shareWith(carla, alice, { role: 'viewer', nodeId: folderId });
  const page = await html(guest, `/drive/common/${grantId}`);
  expect(page).toContain('Fixed');
  expect(page).toContain('Save a copy to my drive');
  for (const form of ['name="step" value="rename"', 'value="trash"', 'type="file"']) expect(page).not.toContain(form);
  const refused = await post(guest, `/drive/common/${grantId}`, { step: 'folder', name: 'x' });
  expect([refused.status, refused.text.includes('Fixed')]).toEqual([400, true]);
});

it('every open page of a guest ends with the right, and so does its invitation form', async () => {
  const { grantId, folderId } = await shareWith(carla, alice);
  const common = `/drive/common/${grantId}`;
  await trash(carla, folderId);
  expect(await html(guest, common, 404)).toContain('No longer shared with you');
  expect((await post(guest, common, { step: 'folder', name: 'x' })).status).toBe(404);
  expect((await sendFile(guest, common, 'a.txt', 'a')).status).toBe(404);
  expect((await ask(guest, `${common}?get=${folderId}`)).status).toBe(404);
  expect((await post(guest, '/drive/common', { step: 'accepted', id: grantId })).text).toContain(
    'No longer shared with you',
  );
});

it('an owner changes a role and removes a person; the page of another person is not found', async () => {
  const { grantId, folderId } = await shareWith(carla, alice);
  const people = `/drive/people/${folderId}`;
  expect((await post(owner, people, { step: 'change', id: grantId, role: 'viewer' })).status).toBe(303);
  expect((await post(owner, people, { step: 'remove', id: grantId })).to).toBe(`${people}?did=remove`);
  expect(await html(owner, people)).not.toContain(alice.email);
  expect((await post(owner, people, { step: 'invite', person: carla.email, role: 'viewer' })).text).toContain(
    'This is your own address.',
  );
  expect((await ask(guest, people)).status).toBe(404);
  // A visitor is sent to sign-in.
  for (const path of [people, '/drive/common', `/drive/common/${grantId}`])
    expect((await ask({ cookie: '' }, path)).headers.get('location')).toContain('/auth?next=');
});
