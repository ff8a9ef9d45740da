import { expect, it } from 'vitest';
import { driveContract } from '#shared/drive/contract.ts';
import { deliver, shareWith } from '#test/contract/cases/grants/common-folder.ts';
import { ask, type Browsing, cookieOf, html } from '#test/contract/page-visits.ts';
import { visit } from '#test/contract/visit.ts';
import { bytesOf, inDrive, makeFolder, makePeople, ok, trash } from '#test/contract/world.ts';

const { alice, carla } = await makePeople();
const [guest, owner] = await Promise.all([cookieOf(alice.email, 'magpie-demo'), cookieOf(carla.email, 'magpie-demo')]);

const post = async (who: Browsing, path: string, fields: Record<string, string>) => {
  const answer = await ask(who, path, fields);
  return { status: answer.status, to: answer.headers.get('location') ?? '', text: await answer.text() };
};

/** As a browser sends the form of a file. */
function sendFile(who: Browsing, path: string, name: string, bytes: string, key = 'k'): Promise<Response> {
  const body = bytesOf(
    `--b\r\nContent-Disposition: form-data; name="key"\r\n\r\n${key}\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\n${bytes}\r\n--b--\r\n`,
  );
  return visit(path, {
    body,
    headers: {
      cookie: who.cookie,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': String(body.length),
    },
  });
}

it('an owner invites a person, who accepts, works in the folder and leaves it', async () => {
  const name = `Trip & more ${Math.random()}`;
  const folderId = await makeFolder(carla, '', name);
  const people = `/drive/people/${folderId}`;
  expect(await html(owner, people)).toContain('No one is invited yet. Links work without an invitation.');
  const invited = await post(owner, people, { step: 'invite', person: alice.email, role: 'editor' });
  expect([invited.status, invited.to]).toEqual([303, `${people}?did=invite`]);
  const listed = await html(owner, invited.to);
  expect(listed).toContain('if there’s an account with this address');
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
  const content = await visit(link);
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

it('an editor moves something by choosing a folder at any depth, and sees only folders that it may go into', async () => {
  const folderId = await makeFolder(carla);
  const one = await makeFolder(carla, folderId, 'One');
  const deep = await makeFolder(carla, one, 'Deep');
  const { grantId } = await shareWith(carla, alice, { nodeId: folderId });
  const common = `/drive/common/${grantId}`;
  expect((await sendFile(guest, common, 'moved.txt', 'm', 'move')).status).toBe(303);
  const listed = await html(guest, common);
  const id = [...listed.matchAll(/\?move=([\w-]+)/g)].at(-1)?.[1] ?? '';
  const choosing = await html(guest, `${common}?move=${id}`);
  expect(choosing).toContain('Move “moved.txt” to');
  // It is there already: there is no button for it.
  expect(choosing).not.toContain('value="move"');
  expect(choosing).toContain(`${common}/${one}?move=${id}`);
  const nested = await html(guest, `${common}/${one}?move=${id}`);
  expect(nested).toContain(`${common}/${deep}?move=${id}`);
  expect(nested).toContain('value="move"');
  expect((await post(guest, `${common}/${deep}`, { step: 'move', id })).to).toBe(`${common}/${deep}?did=move`);
  const { files } = await ok(driveContract.list, { token: carla.token, query: { parent_id: deep } });
  expect(files.map(({ name }) => name)).toEqual(['moved.txt']);
  // A folder is not offered as its own target, and a deleted folder leads back to the list.
  expect(await html(guest, `${common}?move=${one}`)).toContain('No folders here.');
  expect((await post(guest, `${common}/${deep}`, { step: 'move', id: one })).status).toBe(400);
  expect((await ask(guest, `${common}?move=${'x'.repeat(26)}`)).headers.get('location')).toBe(common);
  await ok(driveContract.grantChange, { token: carla.token, params: { id: grantId }, body: { role: 'viewer' } });
  expect(await html(guest, `${common}/${one}?move=${id}`)).not.toContain('value="move"');
  expect((await post(guest, `${common}/${one}`, { step: 'move', id })).status).toBe(400);
});

it('an owner hands a folder over, and withdraws an offer; the person takes or declines it', async () => {
  const name = `Handed ${Math.random()}`;
  const folderId = await makeFolder(carla, '', name);
  await makeFolder(carla, folderId, 'Inside');
  const { grantId } = await shareWith(carla, alice, { nodeId: folderId });
  const people = `/drive/people/${folderId}`;
  expect(await html(owner, people)).toContain('Offer ownership');
  expect((await post(owner, people, { step: 'offer', id: grantId })).to).toBe(`${people}?did=offer`);
  expect(await html(owner, people)).toContain('Ownership offered, not answered yet');
  await deliver(carla);
  expect(await html(guest, '/drive/common')).toContain('wants to make you the owner');
  expect((await post(owner, people, { step: 'withdraw', id: grantId })).to).toBe(`${people}?did=withdraw`);
  expect((await post(guest, '/drive/common', { step: 'take', id: grantId })).text).toContain(
    'This folder is no longer offered to you.',
  );
  await post(owner, people, { step: 'offer', id: grantId });
  expect((await post(guest, '/drive/common', { step: 'refuse', id: grantId })).to).toBe('/drive/common?did=refused');
  expect(await html(owner, people)).not.toContain('not answered yet');
  await post(owner, people, { step: 'offer', id: grantId });
  expect((await post(guest, '/drive/common', { step: 'take', id: grantId })).to).toBe('/drive/common?did=taken');
  const { files } = await ok(driveContract.list, { token: alice.token, query: { parent_id: '' } });
  expect(files.map((file) => file.name)).toContain(name);
  expect(await html(guest, `/drive/common/${grantId}`, 404)).toContain('No longer shared with you');
});
