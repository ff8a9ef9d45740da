/** Files that a person sent before signing in: the account takes the receipts of the browser. */
import { expect, it } from 'vitest';
import { DAY_MS } from '#shared/units.ts';
import { makeCollectLink } from '#test/contract/cases/collect/collect.cases.ts';
import { NEWCOMERS_PASSWORD, newcomer } from '#test/contract/cases/newcomer.ts';
import { cookieOf } from '#test/contract/page-visits.ts';
import { visit } from '#test/contract/visit.ts';
import { inDrive, makeFolder, seed } from '#test/contract/world.ts';
import { newWireId } from '#worker/platform/ids.ts';

await seed();
const owner = { ...(await newcomer()), refreshToken: '' };

/** A visitor sends a file. @returns the secret of the receipt */
async function sent(linkId: string, name: string): Promise<string> {
  const receipt = newWireId();
  const field = (of: string, value: string) =>
    `--form\r\nContent-Disposition: form-data; name="${of}"\r\n\r\n${value}\r\n`;
  const file = `--form\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\nsmall\r\n--form--\r\n`;
  const body = field('receipt', receipt) + field('key', newWireId()) + file;
  // An address of its own: one that many files come from is asked for a human check.
  const headers = {
    'cf-connecting-ip': '203.0.113.201',
    'content-type': 'multipart/form-data; boundary=form',
    'content-length': String(body.length),
  };
  expect((await visit(`/c/${linkId}`, { body, headers })).status).toBe(303);
  return receipt;
}

async function signedIn() {
  const person = await newcomer();
  const { cookie } = await cookieOf(person.email, NEWCOMERS_PASSWORD);
  return {
    person: { ...person, refreshToken: '' },
    post: (fields: Record<string, string>) => visit('/drive/sent', { fields, headers: { cookie } }),
    page: async () => (await visit('/drive/sent', { headers: { cookie } })).text(),
  };
}

it('an account takes the receipts of the browser, shows what was sent, and takes it back', async () => {
  const id = await makeCollectLink(owner, { title: 'Papers' }, await makeFolder(owner));
  const secret = await sent(id, 'mine.txt');
  await sent(id, 'other.txt');
  const { post, page } = await signedIn();
  const secrets = [
    [id, secret],
    [id, newWireId()],
    ['VnoSuchLink', secret],
    [id, 'short'],
  ];
  const taken = await post({ step: 'keep', secrets: JSON.stringify(secrets) });
  // A made-up address and a short secret are not taken; a receipt without files is.
  expect(await taken.json()).toEqual({ taken: 2 });
  const shown = await page();
  expect(shown).toContain('Papers');
  expect(shown).toContain('mine.txt');
  expect(shown).not.toContain('other.txt');
  expect(shown).not.toContain(secret);
  const receipt = /name="receipt" value="([^"]+)"/.exec(shown)?.[1] ?? '';
  expect((await post({ step: 'undo', link: id, receipt })).status).toBe(303);
  expect(await page()).toContain('Taken back');
  expect((await post({ step: 'undo', link: id, receipt })).status).toBe(400);
});

it('a receipt that the account does not hold takes nothing back', async () => {
  const id = await makeCollectLink(owner, {}, await makeFolder(owner));
  const secret = await sent(id, 'mine.txt');
  const [first, second] = [await signedIn(), await signedIn()];
  await first.post({ step: 'keep', secrets: JSON.stringify([[id, secret]]) });
  const receipt = /name="receipt" value="([^"]+)"/.exec(await first.page())?.[1] ?? '';
  expect((await second.post({ step: 'undo', link: id, receipt })).status).toBe(400);
  expect(await second.page()).toContain('No files yet');
  await inDrive(owner, `UPDATE collect_files SET at_ms = at_ms - ${DAY_MS} WHERE link_id = ?`, id);
  expect(await first.page()).not.toContain('name="receipt"');
});

it('a receipt outlives the time in which its link does not open, and ends 60 days after it was taken', async () => {
  const id = await makeCollectLink(owner, { title: 'Papers' }, await makeFolder(owner));
  const secret = await sent(id, 'mine.txt');
  const { person, post, page } = await signedIn();
  const rename = (from: string, to: string) => inDrive(owner, 'UPDATE collect_links SET id = ? WHERE id = ?', to, from);
  await rename(id, 'hidden');
  expect(await (await post({ step: 'keep', secrets: JSON.stringify([[id, secret]]) })).json()).toEqual({ taken: 1 });
  expect(await page()).toContain('No files yet');
  await rename('hidden', id);
  expect(await page()).toContain('mine.txt');
  await inDrive(person, `UPDATE sent_receipts SET at_ms = at_ms - ${61 * DAY_MS}`);
  expect(await page()).toContain('mine.txt');
  await rename(id, 'hidden');
  expect(await page()).toContain('No files yet');
  await rename('hidden', id);
  expect(await page()).toContain('No files yet');
});

it('what is no list of secrets is refused, and a visitor is led to the sign-in', async () => {
  const { post } = await signedIn();
  expect((await post({ step: 'keep', secrets: 'noise' })).status).toBe(400);
  const stranger = await visit('/drive/sent');
  expect([stranger.status, stranger.headers.get('location')]).toEqual([303, '/auth?next=%2Fdrive%2Fsent']);
});
