/** The page of a share: which address it leads to, and what it says of the link. */
import { expect, test } from 'vitest';
import { configContract } from '#shared/config/contract.ts';
import { shareContract } from '#shared/share/contract.ts';
import { ask, cookieOf, VISITOR } from '#test/contract/page-visits.ts';
import { ORIGIN, send } from '#test/contract/send.ts';
import { addressesIn, cookiesOf, linkOver, post } from '#test/contract/share-visits.ts';
import { visit } from '#test/contract/visit.ts';
import { freshName, makeFile, makeFolder, makeLink, makePeople, objects, ok, trash } from '#test/contract/world.ts';

const world = await makePeople();

const get = (address: string, cookie = ''): Promise<Response> => visit(address, { headers: { cookie } });

test('the second page of an ordered share keeps the order of the first', async () => {
  const { shareId, folder } = await linkOver(world.alice, 101);
  const first = await (await get(`/s/${shareId}/${folder}?order=name_desc&__source=mail`)).text();
  const next = addressesIn(first).find((address) => address.includes('page='));
  expect(next).toMatch(/[?&]order=name_desc(&|$)/);
  expect(next).toMatch(/[?&]__source=mail(&|$)/);
  const second = await (await get(next ?? '')).text();
  expect(second).toContain('part 000');
  expect(second).not.toContain('part 050');
});

test('a folder inside a share is listed in the order of the folder above it', async () => {
  const { shareId, folder } = await linkOver(world.alice, 1);
  const html = await (await get(`/s/${shareId}?order=size_asc&__source=mail`)).text();
  // The only folder is open: its own folders are listed.
  const below = addressesIn(html).find((address) => address.startsWith(`/s/${shareId}/${folder}/`));
  expect(below).toMatch(/\?order=size_asc$/);
});

test('a link to one folder opens in it, page by page', async () => {
  const { shareId, folder } = await linkOver(world.alice, 101);
  const html = await (await get(`/s/${shareId}`)).text();
  expect([html.includes('part 100'), html.includes('aria-label="Folder path"')]).toEqual([true, false]);
  const next = addressesIn(html).find((address) => address.includes('page=')) ?? '';
  expect(next).toMatch(new RegExp(`^/s/${shareId}/${folder}\\?`));
  expect((await get(next)).status).toBe(200);
});

test.each(['in the address', 'in the form'])('a passcode %s keeps the rest of the query', async (where) => {
  const { shareId, passCode } = await makeLink(world.alice, { locked: true, fileIds: [await makeFile(world.alice)] });
  const rest = 'order=name_asc&__source=mail&origin=https%3A%2F%2Fportal.example&action=save';
  const answer =
    where === 'in the form'
      ? await post(`/s/${shareId}?${rest}`, { pass_code: passCode })
      : await get(
          `/s/${shareId}?order=name_asc&s_code=${passCode}&__source=mail&origin=https://portal.example&action=save`,
        );
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `/s/${shareId}?${rest}`]);
});

test('a folder that is not in the share says so and leads to the top, without buttons for what is not there', async () => {
  const { alice } = world;
  const [folder, other] = [await makeFolder(alice), await makeFolder(alice)];
  const { shareId } = await makeLink(alice, { fileIds: [folder] });
  const read = async (address: string) => (await get(address)).text();
  const page = await read(`/s/${shareId}/${other}`);
  expect(page).toContain('This folder isn’t in the link');
  expect(addressesIn(page)).toContain(`/s/${shareId}`);
  for (const value of ['save', 'plan', 'zip']) expect(page).not.toContain(`value="${value}"`);
  expect(await read(`/s/${shareId}/${folder}`)).toContain('This folder has no files yet.');
});

test('signing in to save leads back to the page with its query', async () => {
  const { shareId } = await makeLink(world.alice);
  const answer = await post(`/s/${shareId}?order=name_asc&wish=spent`, { intent: 'save' });
  const next = new URL(answer.headers.get('location') ?? '', ORIGIN).searchParams.get('next') ?? '';
  expect(next).toMatch(new RegExp(`^/s/${shareId}\\?order=name_asc&wish=(?!spent)`));
});

test('a pending save runs once after sign-in, only in the browser that asked for it', async () => {
  const { shareId } = await makeLink(world.alice, { fileIds: [await makeFile(world.alice)] });
  const asked = await post(`/s/${shareId}`, { intent: 'save' });
  const next = new URL(asked.headers.get('location') ?? '', ORIGIN).searchParams.get('next') ?? '';
  const signedIn = await post('/auth', { username: 'bob@example.com', password: 'magpie-demo' });
  const page = await get(next, cookiesOf(asked, signedIn));
  const html = await page.text();
  expect(html).toContain('data-save-now');
  expect(html).toContain('Bob');
  expect(page.headers.getSetCookie().find((line) => line.startsWith('magpie_save='))).toContain('Max-Age=0');

  const elsewhere = await (await get(next, cookiesOf(signedIn))).text();
  expect(elsewhere).toContain('id="save-target"');
  expect(elsewhere).not.toContain('data-save-now');
  expect(await (await get(next, cookiesOf(asked))).text()).not.toContain('id="save-target"');
});

test('a save names its folder and leads to it', async () => {
  const { shareId } = await makeLink(world.alice, { fileIds: [await makeFile(world.alice)] });
  const cookie = cookiesOf(await post('/auth', { username: 'bob@example.com', password: 'magpie-demo' }));
  const html = await (await post(`/s/${shareId}`, { intent: 'save' }, cookie)).text();
  expect(html).toContain('You’ll find it in the folder “Saved from links”.');
  const [folder = ''] = addressesIn(html).filter((one) => /^\/drive\/all\/[\w-]{26}$/.test(one));
  expect((await get(folder, cookie)).status).toBe(200);
  expect(await (await get(folder, cookie)).text()).toContain('Saved from links');
});

test('the page of a share has the layout of the drive and nothing of the visitor', async () => {
  const { shareId } = await makeLink(world.alice);
  const html = await (await get(`/s/${shareId}`)).text();
  expect(html).toContain('data-shell');
  expect(addressesIn(html)).toEqual(expect.arrayContaining(['/drive/recent', '/drive/trash', '/drive/all']));
  expect(html).not.toContain('/auth/sign-out');
});

test('links of a share page without header keep the header hidden', async () => {
  const { shareId } = await linkOver(world.alice, 1);
  const inside = (html: string) => addressesIn(html).filter((one) => /^\/(drive|s\/)/.test(one));
  const plain = inside(await (await get(`/s/${shareId}`)).text());
  expect(plain.filter((one) => one.includes('hide_header'))).toEqual([]);
  const html = await (await get(`/s/${shareId}?hide_header=1`)).text();
  expect(html).toContain('data-bare');
  expect(inside(html).length).toBe(plain.length);
  expect(inside(html).filter((one) => !one.includes('hide_header=1'))).toEqual([]);
});

test('a share opened with its passcode in a page without header leads to a page without header', async () => {
  const { shareId, passCode } = await makeLink(world.alice, { locked: true, fileIds: [await makeFile(world.alice)] });
  const answer = await post(`/s/${shareId}?hide_header=true`, { pass_code: passCode });
  expect(answer.headers.get('location')).toBe(`/s/${shareId}?hide_header=true`);
});

const listed = (html: string) => /data-shared-list="(\w+)"/.exec(html)?.[1];
const displayCookie = (record: object) => `pp_shared_display_mode=${encodeURIComponent(JSON.stringify(record))}`;

test('the list of a share is shown as the address says, else as the shared display mode of the browser does', async () => {
  const { shareId, folder } = await linkOver(world.alice, 2);
  const page = async (query: string, cookie = '') => (await get(`/s/${shareId}/${folder}${query}`, cookie)).text();
  const firstOf = (html: string) => /part 00\d/.exec(html)?.[0];
  expect(listed(await page(''))).toBe('grid');
  expect(listed(await page('?view=list'))).toBe('list');
  expect(listed(await page('?view=flow', displayCookie({ viewType: 'list' })))).toBe('list');
  expect(listed(await page('?view=grid', displayCookie({ viewType: 'list' })))).toBe('grid');
  expect(firstOf(await page('', displayCookie({ orderType: 'name_desc' })))).toBe('part 001');
  expect(firstOf(await page('?order=name_asc', displayCookie({ orderType: 'name_desc' })))).toBe('part 000');
  expect(addressesIn(await page('?view=list&page='))).toContain(`/s/${shareId}/${folder}?view=list&order=size_asc`);
});

test('folders are sorted among files when the shared display mode does not pin them to the top', async () => {
  const [file, folder] = [freshName('a'), freshName('b')];
  const fileIds = [await makeFile(world.alice, 'hello', file), await makeFolder(world.alice, '', folder)];
  const { shareId } = await makeLink(world.alice, { fileIds });
  const first = async (cookie: string) =>
    /class="row-link"[^>]*>([^<]+)</.exec(await (await get(`/s/${shareId}?order=name_asc`, cookie)).text())?.[1];
  expect(await first('')).toBe(folder);
  expect(await first(displayCookie({ pinFoldersTop: false }))).toBe(file);
});

test('a token that no longer opens its share is deleted', async () => {
  const { shareId, passCode } = await makeLink(world.alice, { locked: true, fileIds: [await makeFile(world.alice)] });
  const cookie = (await post(`/s/${shareId}`, { pass_code: passCode })).headers.get('set-cookie')?.split(';')[0] ?? '';
  expect((await get(`/s/${shareId}`, cookie)).headers.get('set-cookie')).toBeNull();
  const stale = await get(`/s/${shareId}`, `pp_share_${shareId}=%22old%22; pp_share_other=%22x%22`);
  expect(stale.headers.get('set-cookie')).toMatch(new RegExp(`^pp_share_${shareId}=.*Max-Age=0`));
});

/** Follows the download of a file. @returns where it leads, or the page that is shown instead */
async function follow(shareId: string, fileId: string, cookie = '') {
  const answer = await get(`/s/${shareId}?download=${fileId}`, cookie);
  const html = answer.status === 303 ? '' : await answer.text();
  return { status: answer.status, location: answer.headers.get('location') ?? '', html, headers: answer.headers };
}

test('a download of a share leads to the content of its file, and the page holds no signed link', async () => {
  const { alice } = world;
  const { shareId, fileIds } = await makeLink(alice, { fileIds: [await makeFile(alice, 'bytes of it')] });
  const [fileId = ''] = fileIds;
  const html = await (await get(`/s/${shareId}?order=name_asc`)).text();
  expect(html).not.toContain('/f/s.');
  expect(addressesIn(html)).toContain(`?order=name_asc&download=${fileId}`);
  const { status, location, headers } = await follow(shareId, fileId);
  expect([status, headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
    303,
    'no-store',
    'no-referrer',
  ]);
  const content = await visit(location);
  expect([content.status, await content.text()]).toEqual([200, 'bytes of it']);
});

test('a download is refused for a file outside the share, without the passcode, and once the share is closed', async () => {
  const { alice } = world;
  const [inside, outside] = [await makeFile(alice), await makeFile(alice)];
  const open = await makeLink(alice, { fileIds: [inside] });
  for (const fileId of [outside, 'VnoSuchFile', '', '%00', 'x'.repeat(3_000)]) {
    const { status, html } = await follow(open.shareId, fileId);
    expect([status, html.includes('role="alert"')]).toEqual([200, true]);
  }
  const locked = await makeLink(alice, { locked: true, fileIds: [inside] });
  const refused = await follow(locked.shareId, inside);
  expect([refused.location, refused.html.includes('name="pass_code"')]).toEqual(['', true]);
  const cookie = cookiesOf(await post(`/s/${locked.shareId}`, { pass_code: locked.passCode }));
  expect((await follow(locked.shareId, inside, cookie)).location).toContain('/f/s.');
  expect((await follow(open.shareId, inside)).location).toContain('/f/s.');
  await ok(shareContract.change, {
    token: alice.token,
    body: { share_id: locked.shareId, custom_pass_code: 'zz99zz' },
  });
  expect((await follow(locked.shareId, inside, cookie)).location).toBe('');
  await ok(shareContract.removeOne, { token: alice.token, params: { id: open.shareId } });
  expect((await follow(open.shareId, inside)).location).toBe('');
});

test('a share of several things is titled by their number and sender, and counts folders apart', async () => {
  const { alice } = world;
  const [first, second, third] = [
    await makeFile(alice, 'a', 'first.txt'),
    await makeFile(alice, 'b', 'second.txt'),
    await makeFolder(alice, '', 'third'),
  ];
  const { shareId } = await makeLink(alice, { fileIds: [first, second, third] });
  const html = await (await get(`/s/${shareId}`)).text();
  expect(html).toMatch(/<title>3 items from [^<]+ · Magpie<\/title>/);
  expect(html.replaceAll('<!-- -->', '')).toContain('<span>2 files</span><span>1 folder</span>');
  const wire = await ok(shareContract.open, { query: { share_id: shareId } });
  expect(wire.title).toMatch(/^first(\(\d+\))?\.txt$/);
  await trash(alice, second);
  await expect.poll(async () => (await get(`/s/${shareId}`)).text()).toMatch(/<title>2 items from /);
});

test('a name with direction marks is shown in its typed order, on the page and in its title', async () => {
  const { alice } = world;
  const name = `photo\u202Egnp.exe`;
  const { shareId } = await makeLink(alice, { fileIds: [await makeFile(alice, 'a', name)] });
  const html = await (await get(`/s/${shareId}`)).text();
  expect(html).toMatch(/<title>\u2068photognp(\(\d+\))?\.exe\u2069 · Magpie<\/title>/);
  expect(html).not.toContain('\u202E');
  expect((await ok(shareContract.open, { query: { share_id: shareId } })).files[0]?.name).toContain('\u202E');
});

test('a link shows the name that its owner has chosen, and a masked one until then', async () => {
  const { bob } = world;
  const { shareId } = await makeLink(bob);
  const nickname = async () => (await ok(shareContract.open, { query: { share_id: shareId } })).user_info.nickname;
  const masked = await ok(shareContract.sender, { token: bob.token });
  expect([masked.chosen, await nickname()]).toEqual([false, masked.nickname]);
  expect(masked.nickname).toContain('**');
  expect(masked.suggested).toMatch(/^Bob/);
  await ok(shareContract.setSender, { token: bob.token, body: { nickname: ' Bob \u202Eof Hill ' } });
  await expect.poll(nickname).toBe('Bob of Hill');
  expect(await (await get(`/s/${shareId}`)).text()).toContain('Bob of Hill');
  for (const address of ['bob@example.com', 'call +49 170 1234567'])
    expect((await send(shareContract.setSender, { token: bob.token, body: { nickname: address } })).status).toBe(400);
  await ok(shareContract.setSender, { token: bob.token, body: { nickname: '' } });
  await expect.poll(nickname).toBe(masked.nickname);
});

test('a changed link ends access by the old passcode and moves its end', async () => {
  const { alice } = world;
  const { shareId, passCode } = await makeLink(alice, { locked: true });
  const open = (pass_code: string) => ok(shareContract.open, { query: { share_id: shareId, pass_code } });
  const { pass_code_token } = await open(passCode);
  const change = (body: object) =>
    ok(shareContract.change, { token: alice.token, body: { share_id: shareId, ...body } });
  // The same code again, and nothing at all, leave tokens alone.
  await change({ pass_code_option: 'REQUIRED' });
  await change({ custom_pass_code: passCode });
  const byToken = () => ok(shareContract.open, { query: { share_id: shareId, pass_code_token } });
  expect((await byToken()).share_status).toBe('OK');
  const changed = await change({
    custom_pass_code: 'abcd12',
    expiration_days: 7,
    restore_limit: '3',
    title: 'Holidays',
  });
  expect(changed).toMatchObject({ pass_code: 'abcd12', restore_limit: '3', title: 'Holidays', expiration_days: '7' });
  expect((await byToken()).share_status).toBe('PASS_CODE_EMPTY');
  expect((await open(passCode)).share_status).toBe('PASS_CODE_ERROR');
  expect(await open('abcd12')).toMatchObject({ share_status: 'OK', expiration_left: '7', title: 'Holidays' });
  await change({ pass_code_option: 'NOT_REQUIRED', expiration_days: -1 });
  expect(await open('')).toMatchObject({ share_status: 'OK', expiration_at: '-1' });
  await ok(shareContract.removeOne, { token: alice.token, params: { id: shareId } });
  expect((await open('')).share_status).toBe('DELETED');
  expect((await send(shareContract.change, { token: alice.token, body: { share_id: shareId } })).status).toBe(404);
});

test('several files of a link are returned in one answer, without files outside the link', async () => {
  const { alice } = world;
  const outside = await makeFile(alice);
  const { shareId, fileIds } = await makeLink(alice, { fileIds: [await makeFile(alice), await makeFile(alice)] });
  const body = { share_id: shareId, file_ids: [...fileIds, outside] };
  const { share_status, file_infos } = await ok(shareContract.batchFileInfo, { body });
  expect([share_status, file_infos.map(({ id }) => id)]).toEqual(['OK', [...fileIds]]);
  for (const { web_content_link } of file_infos) expect(web_content_link).toContain('/f/');
});

test('a decision about links is in the log of operators', async () => {
  const { alice, olga } = world;
  const { fileIds } = await makeLink(alice);
  const judgement = { share_user_id: alice.userId, file_ids: [...fileIds], share_status: 'AUDITING' };
  await ok(shareContract.audit, { token: olga.token, body: judgement });
  const { acts } = await ok(configContract.log, { token: olga.token });
  const [act] = acts.filter((each) => each.act === 'links_judged');
  expect(act).toMatchObject({ document: 'links', by: { id: olga.userId, via: 'api' } });
  for (const part of ['AUDITING', alice.userId, fileIds[0]]) expect(act?.note).toContain(part);
});

test('the sign-in page says that a session has ended only when there was one', async () => {
  const ended = 'Your session on this device has ended.';
  const cookie = cookiesOf(await post('/auth', { username: 'carla@example.com', password: 'magpie-demo' }));
  expect(await (await get('/auth', cookie)).text()).toContain('Carla');
  await post('/auth/sign-out', {}, cookie);
  expect(await (await get('/auth?next=%2Fdrive%2Fall', cookie)).text()).toContain(ended);
  expect(await (await get('/auth?next=%2Fdrive%2Fall')).text()).not.toContain(ended);
  // The head of the drive leaves before the session is looked at; what follows has a header, the reason and the way in.
  const drive = await (await get('/drive/all', cookie)).text();
  expect(drive).toContain(ended);
  expect(drive).toMatch(/<header[\s\S]*<main[\s\S]*href="\/auth\?next=/);
});

test('the not-found page links to the drive with a session, else to sign-in', async () => {
  const cookie = cookiesOf(await post('/auth', { username: 'carla@example.com', password: 'magpie-demo' }));
  const links = async (cookies: string) => {
    const answer = await get('/en-US/no/such/page', cookies);
    expect(answer.status).toBe(404);
    return addressesIn(await answer.text());
  };
  expect(await links('')).toContain('/auth');
  expect(await links('')).not.toContain('/drive/trash');
  // In the frame of the drive, with its places.
  expect(await links(cookie)).toEqual(expect.arrayContaining(['/drive/all', '/drive/trash']));
  expect(await links(cookie)).not.toContain('/auth');
});

test('a form larger than 64 KiB is refused', async () => {
  const { shareId } = await makeLink(world.alice);
  const sent = async (chars: number) => (await post(`/s/${shareId}`, { intent: 'zip', id: 'V'.repeat(chars) })).status;
  expect([await sent(65_000), await sent(65_536)]).toEqual([200, 400]);
});

test('one address asks for thirty zip files of a link in ten minutes, then waits; other links stay open', async () => {
  const { shareId } = await makeLink(world.alice);
  const zip = async (id: string) => (await send(shareContract.zip, { body: { share_id: id, file_ids: [] } })).status;
  for (let count = 0; count < 30; count += 1) expect(await zip(shareId)).toBe(200);
  expect(await zip(shareId)).toBe(429);
  expect(await zip((await makeLink(world.alice)).shareId)).toBe(200);
});

test('the owner of a link reads its statistics and takes them as a file; another person and a visitor do not', async () => {
  const { shareId } = await linkOver(world.alice, 1);
  const day = new Date().toISOString().slice(0, 10);
  await objects.shares
    .getByName(shareId)
    .daysCounted([{ day, views: 321, parts: { b: 5, 'h/chat.example': 321 }, people: '' }]);
  const path = `/drive/shares/${shareId}/statistics`;
  const [owner, other] = [
    await cookieOf(world.alice.email, 'magpie-demo'),
    await cookieOf(world.bob.email, 'magpie-demo'),
  ];
  const page = await ask(owner, `${path}?days=7`);
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, expect.stringContaining('no-store')]);
  const text = await page.text();
  expect(text).toContain('chat.example');
  expect(text).toContain('321');
  const file = await ask(owner, `${path}/export?days=7`);
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="statistics.csv"');
  const lines = (await file.text()).split('\r\n');
  expect([lines.length, lines[7]]).toEqual([9, `"${day}","321","0","0","0","5","0","0"`]);
  for (const address of [path, `${path}/export`]) {
    expect((await ask(other, address)).status).toBe(404);
    expect((await ask(VISITOR, address)).status).toBe(303);
    expect((await ask(owner, address.replace(shareId, `V${'0'.repeat(25)}`))).status).toBe(404);
    expect((await ask(owner, address.replace(shareId, 'x'))).status).toBe(404);
  }
});

test('the document of a link is compressed from the second visit on, for visitors who are all shown the same', async () => {
  const { alice, bob } = world;
  const fileIds = [await makeFile(alice), await makeFile(alice)];
  const [open, locked] = [await makeLink(alice, { fileIds }), await makeLink(alice, { fileIds, locked: true })];
  const onlyFolder = await makeLink(alice, { fileIds: [await makeFolder(alice, '', 'album')] });
  const read = async (address: string, cookie = '') => {
    const headers = { cookie, 'x-magpie-codings': 'zstd gzip br' };
    const answer = await visit(address, { headers });
    return { coding: answer.headers.get('content-encoding'), html: await answer.text() };
  };
  const codings = async (address: string, cookie = '') => {
    const seen: (string | null)[] = [];
    for (let at = 0; at < 4; at += 1) seen.push((await read(address, cookie)).coding);
    return [...new Set(seen)];
  };
  expect(await codings(`/s/${open.shareId}`)).toEqual([null, 'br']);
  expect(await codings(`/s/${onlyFolder.shareId}`)).toContain('br');
  // `fetch` has decoded it.
  expect((await read(`/s/${open.shareId}`)).html).toBe(await (await get(`/s/${open.shareId}`)).text());
  expect(await codings(`/s/${open.shareId}?text=chosen`)).toEqual([null]);
  expect(await codings(`/s/${open.shareId}`, (await cookieOf(bob.email, 'magpie-demo')).cookie)).toEqual([null]);
  const opened = await post(`/s/${locked.shareId}`, { pass_code: locked.passCode });
  expect(await codings(`/s/${locked.shareId}`, cookiesOf(opened))).toEqual([null]);
});
