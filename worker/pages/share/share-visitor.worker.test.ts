/** Actions of a visitor on the page of a share: search, forget the passcode, lists for programs, saving. */
import { expect, test } from 'vitest';
import { driveContract } from '#shared/drive/contract.ts';
import { href } from '#shared/routes.ts';
import { shareContract } from '#shared/share/contract.ts';
import { ORIGIN, send } from '#test/contract/send.ts';
import { cookiesOf, get, post } from '#test/contract/share-visits.ts';
import { visit } from '#test/contract/visit.ts';
import { freshName, makeFile, makeFolder, makeLink, makePeople, ok, trash } from '#test/contract/world.ts';

const world = await makePeople();

const namesIn = (html: string) => [...html.matchAll(/class="row-link"[^>]*>([^<]+)</g)].map(([, name = '']) => name);
const placesIn = (html: string) =>
  [...html.matchAll(/class="block text-xs[^>]*>([^<]+)</g)].map(([, name = '']) => name);

/** A link to a folder with a folder and files inside. */
async function makeTree() {
  const { alice } = world;
  const folder = await makeFolder(alice);
  const inner = await makeFolder(alice, folder, 'inner reports');
  const [found, other, outside] = [
    await makeFile(alice, 'one', 'Report one.txt'),
    await makeFile(alice, 'two', 'other.txt'),
    await makeFile(alice, 'three', 'Report outside.txt'),
  ];
  await ok(driveContract.batchMove, { token: alice.token, body: { ids: [found, other], to: { parent_id: inner } } });
  const link = await makeLink(alice, { fileIds: [folder] });
  return { ...link, folder, inner, found, other, outside };
}

test('a search on the page of a share shows what is below the folder, with links that stay in the share', async () => {
  const { shareId, folder, inner, found } = await makeTree();
  const html = await (await get(`/s/${shareId}?q=report&view=list`)).text();
  expect(namesIn(html)).toEqual(['inner reports', 'Report one.txt']);
  expect(html).toContain(`href="/s/${shareId}/${inner}?view=list"`);
  expect(html).toContain(`download=${found}`);
  const { files } = await ok(driveContract.list, { token: world.alice.token, query: { parent_id: '', limit: 500 } });
  const name = files.find(({ id }) => id === folder)?.name ?? '';
  expect(placesIn(html)).toEqual([name, `${name} / inner reports`]);
  const loud = await (await get(`/s/${shareId}/${folder}?q=REPORT+ONE`)).text();
  expect([namesIn(loud), placesIn(loud)]).toEqual([['Report one.txt'], ['inner reports']]);
  expect(placesIn(await (await get(`/s/${shareId}/${folder}/${inner}?q=one`)).text())).toEqual([]);
  expect(html).toContain('value="report"');
  expect(html).toContain('name="view" value="list"');
  expect(namesIn(await (await get(`/s/${shareId}/${folder}/${inner}?q=one`)).text())).toEqual(['Report one.txt']);
  const none = await (await get(`/s/${shareId}?q=nothing+like+it`)).text();
  expect(none).toContain('No results');
  // A search that finds nothing says nothing about the share itself.
  expect(namesIn(await (await get(`/s/${shareId}`)).text()).length).toBe(1);
});

test('no operator and no error in a word leads out of a share, or shows facts of its owner alone', async () => {
  const { alice } = world;
  const { shareId, folder, found, outside } = await makeTree();
  const search = async (q: string) =>
    namesIn(await (await get(`/s/${shareId}/${folder}?q=${encodeURIComponent(q)}`)).text());
  await ok(driveContract.star, { token: alice.token, body: { ids: [found, outside] } });
  const aside = await makeFolder(alice, '', 'reports aside');
  await ok(driveContract.batchMove, { token: alice.token, body: { ids: [outside], to: { parent_id: aside } } });
  expect(await search('reprot')).toEqual(['inner reports', 'Report one.txt']);
  expect(await search('"report one"')).toEqual(['Report one.txt']);
  expect(await search('type:document one smaller:1KB after:2020')).toEqual(['Report one.txt']);
  expect(await search('in:"inner reports" report')).toEqual(['Report one.txt']);
  for (const q of [
    'in:aside report',
    'outsdie',
    'in:/ report',
    'is:starred',
    'is:shared report',
    'from:alice report',
    'larger:much report',
  ])
    expect([q, await search(q)]).toEqual([q, []]);
});

test('a search finds nothing by a foreign folder, of a trashed file, or in a locked share', async () => {
  const { alice } = world;
  const { shareId, found } = await makeTree();
  const sibling = await makeTree();
  for (const lying of [sibling.inner, `${sibling.folder}/${sibling.inner}`, 'VnoSuchFolder'])
    expect(namesIn(await (await get(`/s/${shareId}/${lying}?q=report`)).text())).toEqual([]);
  await trash(alice, found);
  await expect.poll(async () => namesIn(await (await get(`/s/${shareId}?q=report`)).text())).toEqual(['inner reports']);
  const locked = await makeLink(alice, { locked: true, fileIds: [sibling.folder] });
  const open = await makeLink(alice, { locked: true, fileIds: [sibling.folder] });
  const cookie = cookiesOf(await post(`/s/${open.shareId}`, { pass_code: open.passCode }));
  const other = cookie.replace(open.shareId, locked.shareId);
  const asked = await (await get(`/s/${locked.shareId}?q=report`, { cookie: other })).text();
  expect([namesIn(asked), asked.includes('name="pass_code"')]).toEqual([[], true]);
  const allowed = await (await get(`/s/${open.shareId}?q=report`, { cookie })).text();
  expect(namesIn(allowed)).toContain('Report one.txt');
  await ok(shareContract.removeOne, { token: alice.token, params: { id: open.shareId } });
  expect((await get(`/s/${open.shareId}?q=report`, { cookie })).status).toBe(410);
});

test('a page that asks for the passcode leads to the report of the link, also after a wrong one', async () => {
  const { shareId } = await makeLink(world.alice, { locked: true, fileIds: [await makeFile(world.alice)] });
  const asked = await (await get(`/s/${shareId}`)).text();
  const refused = await (await post(`/s/${shareId}`, { pass_code: 'zz99zz' })).text();
  expect(refused).toContain('aria-invalid="true"');
  for (const html of [asked, refused]) expect(html).toContain(`href="${href('share.report', { shareId })}"`);
});

test.each(['in the form', 'in the address'])('a passcode %s may be the message that it came in', async (where) => {
  const { shareId, passCode } = await makeLink(world.alice, { locked: true, fileIds: [await makeFile(world.alice)] });
  const path = `/s/${shareId}`;
  const send = (text: string) =>
    where === 'in the form' ? post(path, { pass_code: text }) : get(`${path}?s_code=${encodeURIComponent(text)}`);
  for (const text of [
    `${passCode}\u200b `,
    `链接: ${ORIGIN}${path} 提取码: ${passCode} 复制这段内容`,
    `Код доступа — ${passCode}.`,
  ]) {
    const answer = await send(text);
    expect([text, answer.status, answer.headers.get('location')]).toEqual([text, 303, path]);
  }
  // Past the limit of wrong tries a page would ask for a human check.
  for (let times = 0; times < 12; times += 1) {
    const answer = await send(`${passCode} or zz99`);
    const html = await answer.text();
    expect([answer.status, html.includes('more than one passcode'), html.includes('data-check-url')]).toEqual([
      200,
      true,
      false,
    ]);
    expect(html).toMatch(new RegExp(`value="(${passCode}|zz99)"`));
  }
});

test('a browser forgets the passcode of a share on request', async () => {
  const { shareId, passCode } = await makeLink(world.alice, {
    locked: true,
    fileIds: [await makeFile(world.alice), await makeFile(world.alice)],
  });
  const cookie = cookiesOf(await post(`/s/${shareId}`, { pass_code: passCode }));
  expect(await (await get(`/s/${shareId}`, { cookie })).text()).toContain('value="forget"');
  const answer = await post(`/s/${shareId}?view=list`, { intent: 'forget' }, cookie);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `/s/${shareId}?view=list`]);
  expect(answer.headers.get('set-cookie')).toMatch(new RegExp(`^pp_share_${shareId}=.*Max-Age=0`));
  const open = await makeLink(world.alice);
  expect(await (await get(`/s/${open.shareId}`)).text()).not.toContain('value="forget"');
});

const CURL = { 'user-agent': 'curl/8.5.0', accept: '*/*' };

test('curl gets the list of a share as text, with links that lead to the content', async () => {
  const { shareId, inner, found } = await makeTree();
  const answer = await get(`/s/${shareId}/${inner}`, CURL);
  const list = await answer.text();
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(answer.headers.get('vary')).toContain('User-Agent');
  expect([answer.headers.get('x-robots-tag'), answer.headers.get('cache-control')]).toEqual([
    'noindex',
    'private, no-store',
  ]);
  expect(list).toMatch(/3 B {2}Report one\.txt\n/);
  const link = /\S+download=\S+/.exec(list.slice(list.indexOf('Report one')))?.[0] ?? '';
  expect(link).toBe(`${ORIGIN}/s/${shareId}?download=${found}`);
  const leads = (await get(link, CURL)).headers.get('location') ?? '';
  const content = await visit(leads);
  expect(await content.text()).toBe('one');
  const above = await (await get(`/s/${shareId}`, CURL)).text();
  expect(/\S+\.txt$/m.exec(above)?.[0]).toContain(`/s/${shareId}/`);
});

test('the same address is a page for browsers and crawlers, and JSON by its extension or by Accept', async () => {
  const { shareId, folder } = await makeTree();
  const typeOf = async (path: string, headers: Record<string, string>) =>
    (await get(path, headers)).headers.get('content-type')?.split(';')[0];
  expect(await typeOf(`/s/${shareId}`, {})).toBe('text/html');
  expect(await typeOf(`/s/${shareId}.json`, { 'user-agent': 'Googlebot/2.1', accept: '*/*' })).toBe('text/html');
  expect(await typeOf(`/s/${shareId}`, { 'user-agent': 'WhatsApp/2.23', accept: '*/*' })).toBe('text/html');
  expect(await typeOf(`/s/${shareId}`, { accept: 'application/json' })).toBe('application/json');
  const given = (await (await get(`/s/${shareId}.json`)).json()) as object;
  const wire = await ok(shareContract.open, { query: { share_id: shareId } });
  expect(Object.keys(given).toSorted()).toEqual(Object.keys(wire).toSorted());
  expect(given).toMatchObject({ share_status: 'OK', title: wire.title, files: [{ id: folder }] });
  const feed = await (await get(`/s/${shareId}.atom`)).text();
  expect(feed).toContain(`<id>${ORIGIN}/s/${shareId}</id>`);
});

test('a playlist holds what can be played in its folder, and nothing else', async () => {
  const { alice } = world;
  const song = await makeFile(alice, 'song', 'a & b.mp3');
  const { shareId } = await makeLink(alice, { fileIds: [song, await makeFile(alice, 'x', 'x.txt')] });
  const answer = await get(`/s/${shareId}.m3u8`, { 'user-agent': 'VLC/3.0.20' });
  const lines = (await answer.text()).trim().split('\n');
  expect(answer.headers.get('content-type')).toContain('application/vnd.apple.mpegurl');
  expect([lines.length, lines[0], lines[2]]).toEqual([3, '#EXTM3U', `${ORIGIN}/s/${shareId}?download=${song}`]);
  const { shareId: texts } = await makeLink(alice);
  expect((await get(`/s/${texts}.m3u8`)).status).toBe(404);
});

test('a program opens a locked share by a header, never by the address, and is told what is wrong', async () => {
  const { alice } = world;
  const file = await makeFile(alice, 'secret', 'secret.txt');
  const { shareId, passCode } = await makeLink(alice, { locked: true, fileIds: [file] });
  const other = await makeLink(alice, { locked: true });
  const ask = async (path: string, code = '') => {
    const answer = await get(path, { ...CURL, ...(code === '' ? {} : { 'x-share-passcode': code }) });
    return { status: answer.status, text: await answer.text(), location: answer.headers.get('location') };
  };
  const none = await ask(`/s/${shareId}`);
  expect([none.status, none.text]).toEqual([403, 'Enter the passcode to open this link.\n']);
  const wrong = await ask(`/s/${shareId}`, other.passCode);
  expect([wrong.status, wrong.text]).toEqual([403, 'The passcode is incorrect. Try again.\n']);
  expect((await ask(`/s/${shareId}`, passCode)).text).toContain('secret.txt');
  expect((await ask(`/s/${shareId}.json`)).text).not.toContain('secret');
  expect((await ask(`/s/${shareId}.txt?pass_code=${passCode}`)).status).toBe(403);
  expect((await ask(`/s/${shareId}?download=${file}`)).location).toBeNull();
  expect((await ask(`/s/${shareId}?download=${file}`, passCode)).location).toContain('/f/s.');
  await ok(shareContract.removeOne, { token: alice.token, params: { id: shareId } });
  for (const form of ['txt', 'json', 'm3u8', 'atom'])
    expect((await ask(`/s/${shareId}.${form}`, passCode)).status, form).toBe(410);
  expect((await ask('/s/VnoSuchShare.txt')).status).toBe(404);
});

test('lists for programs show nothing of a foreign folder', async () => {
  const { shareId } = await makeTree();
  const { inner } = await makeTree();
  for (const form of ['txt', 'json', 'm3u8', 'atom']) {
    const answer = await get(`/s/${shareId}/${inner}.${form}`);
    expect([answer.status, (await answer.text()).includes('Report')], form).toEqual([404, false]);
  }
});

test('oEmbed describes an open share, and answers alike for all that is not open', async () => {
  const { alice } = world;
  const { shareId, fileIds } = await makeLink(alice, { fileIds: [await makeFile(alice, 'x', 'Holiday.txt')] });
  const locked = await makeLink(alice, { locked: true, fileIds: [...fileIds] });
  const embed = (url: string) => get(`/oembed?${new URLSearchParams({ url })}`, { accept: '*/*' });
  const card = (await (await embed(`${ORIGIN}/s/${shareId}?view=list`)).json()) as { title: string };
  expect(card).toMatchObject({ version: '1.0', type: 'link', provider_name: 'Magpie' });
  expect(card.title).toMatch(/^Holiday/);
  const html = await (await get(`/s/${shareId}`)).text();
  expect(html).toContain('application/json+oembed');
  expect(await (await get(`/s/${locked.shareId}`)).text()).not.toContain('oembed');
  // A person sees no card: the page of a browser is lighter by it.
  expect(await (await get(`/s/${shareId}`, { 'sec-fetch-dest': 'document' })).text()).not.toContain('og:title');
  await ok(shareContract.removeOne, { token: alice.token, params: { id: shareId } });
  const refused = [`${ORIGIN}/s/${shareId}`, `${ORIGIN}/s/${locked.shareId}`, 'https://other.example/s/x', 'x', ''];
  const answers = await Promise.all(refused.map(embed));
  expect(await Promise.all(answers.map(async (one) => `${one.status} ${await one.text()}`))).toEqual(
    refused.map(() => '404 {"error":"not_found"}'),
  );
  expect((await get(`/oembed?format=xml&url=${ORIGIN}/s/x`)).status).toBe(501);
});

/** Signs a demo person in. @returns the cookie of the session */
async function signedIn(name: string): Promise<string> {
  return cookiesOf(await post('/auth', { username: `${name}@example.com`, password: 'magpie-demo' }));
}

const fieldsOf = (html: string) =>
  [...html.matchAll(/<input[^>]*type="hidden"[^>]*name="(\w+)"[^>]*value="([^"]*)"/g)].map(
    ([, name = '', value = '']): [string, string] => [name, value],
  );

test('chosen items are planned, saved into a new folder, and taken back, all without script', async () => {
  const { shareId, folder, found } = await makeTree();
  const cookie = await signedIn('bob');
  const name = freshName('Saved');
  const here = `/s/${shareId}/${folder}`;
  const plan = await (
    await post(
      here,
      [
        ['intent', 'plan'],
        ['id', found],
      ],
      cookie,
    )
  ).text();
  expect(plan).toContain('1 file');
  expect(plan).toContain('free after saving');
  const form: [string, string][] = [...fieldsOf(plan).filter(([one]) => one === 'id'), ['intent', 'save']];
  expect(form).toContainEqual(['id', found]);
  const sent: [string, string][] = [...form, ['to', 'root'], ['folder_name', name]];
  const done = await (await post(here, sent, cookie)).text();
  expect(done).toContain(`You’ll find it in the folder “${name}”.`);
  const again = await (await post(here, sent, cookie)).text();
  const taskOf = (html: string) => fieldsOf(html).find(([one]) => one === 'task')?.[1] ?? '';
  // The same form is the same save.
  expect([taskOf(again), taskOf(done) !== '']).toEqual([taskOf(done), true]);
  const [, to = ''] = /href="\/drive\/all\/([\w-]{26})"/.exec(done) ?? [];
  const inside = async () =>
    (await ok(driveContract.list, { token: world.bob.token, query: { parent_id: to } })).files.map((file) => file.name);
  expect(await inside()).toEqual(['Report one.txt']);
  // The second copy meets the name and the content of the first.
  const met = await (await post(here, [...form.slice(0, -1), ['intent', 'plan'], ['to', to]], cookie)).text();
  expect(met).toContain('1 item with the same name is already there');
  expect(met).toContain('You already have 1 of these files.');
  // The folder that is chosen shows the folders in it.
  const deeper = await makeFolder(world.bob, to, 'Deeper & down');
  const opened = await (await post(here, [...form.slice(0, -1), ['intent', 'plan'], ['to', to]], cookie)).text();
  expect(opened).toContain(`<option value="${to}" selected="">${name}</option>`);
  expect(opened).toContain(`<option value="${deeper}">${name} / Deeper &amp; down</option>`);
  await trash(world.bob, deeper);
  const undo: [string, string][] = [
    ['intent', 'undo'],
    ['task', taskOf(done)],
  ];
  for (let time = 0; time < 2; time += 1)
    expect(await (await post(here, undo, cookie)).text()).toContain('1 saved item moved to the trash.');
  expect(await inside()).toEqual([]);
});

test('a save is not taken back by others, and not once a file was added to its folder', async () => {
  const { alice, bob, carla } = world;
  const { shareId, inner } = await makeTree();
  const body = { share_id: shareId, file_ids: [inner] };
  const saved = await ok(shareContract.restore, { token: bob.token, body });
  const undo = (token: string) =>
    send(shareContract.restoreUndo, { token, body: { restore_task_id: saved.restore_task_id } });
  for (const token of [alice.token, carla.token]) expect((await undo(token)).status).toBe(404);
  const copy = Object.values(JSON.parse(saved.params['trace_file_ids'] ?? '{}') as Record<string, string>)[0] ?? '';
  const added = await makeFile(bob);
  const to = (parent_id: string) =>
    ok(driveContract.batchMove, { token: bob.token, body: { ids: [added], to: { parent_id } } });
  await to(copy);
  const refused = await undo(bob.token);
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain('changed or moved since');
  await to('');
  expect((await undo(bob.token)).status).toBe(200);
});

test('the plan of a save shows nothing of a foreign file, a trashed one, or a locked link', async () => {
  const { alice, bob } = world;
  const { shareId, found, other, outside } = await makeTree();
  const plan = (body: Record<string, unknown>) =>
    send(shareContract.restorePlan, { token: bob.token, body: { share_id: shareId, file_ids: [], ...body } });
  expect((await plan({ file_ids: [outside] })).status).toBe(404);
  expect((await plan({ file_ids: [found, outside] })).status).toBe(404);
  await trash(alice, other);
  expect((await plan({ file_ids: [other] })).status).toBe(404);
  const locked = await makeLink(alice, { locked: true, fileIds: [found] });
  const sibling = await makeLink(alice, { locked: true, fileIds: [outside] });
  const opened = await ok(shareContract.open, { query: { share_id: sibling.shareId, pass_code: sibling.passCode } });
  const refused = await plan({ share_id: locked.shareId, pass_code_token: opened.pass_code_token });
  expect(await refused.json()).toMatchObject({ share_status: 'PASS_CODE_EMPTY', plan: null });
});

test('what was chosen before signing in is what is saved after it', async () => {
  const { shareId, folder, found } = await makeTree();
  const here = `/s/${shareId}/${folder}`;
  const asked = await post(here, [
    ['intent', 'save'],
    ['id', found],
    ['to', 'root'],
  ]);
  const next = new URL(asked.headers.get('location') ?? '', ORIGIN).searchParams.get('next') ?? '';
  const cookie = await signedIn('bob');
  const html = await (await get(next, { cookie: `${cookiesOf(asked)}; ${cookie}` })).text();
  expect(html).toContain('data-save-now');
  const fields = fieldsOf(html);
  expect(fields).toEqual(
    expect.arrayContaining([
      ['intent', 'save'],
      ['id', found],
      ['to', 'root'],
    ]),
  );
  expect(await (await post(here, fields, cookie)).text()).toContain('Saved to your drive.');
});

test.each(['%', '%ED%A0%80', '%%%'])('an address with the id %s leads nowhere', async (id) => {
  for (const address of [`/s/${id}`, `/s/${id}/report`, `/s/${id}.txt`, `/c/${id}`, `/c/${id}/${id}`])
    expect([address, (await get(address)).status]).toEqual([address, 404]);
  expect((await post(`/s/${id}/report`, { reason: 'spam' })).status).toBe(404);
});

test('the links of one file are those to that file alone', async () => {
  const { alice } = world;
  const [first, second] = [await makeFile(alice, 'one', freshName()), await makeFile(alice, 'two', freshName())];
  const { shareId } = await makeLink(alice, { fileIds: [first] });
  await makeLink(alice, { fileIds: [second] });
  const linksOf = async (fileId: string) => {
    const { data } = await ok(shareContract.own, { token: alice.token, query: { file_ids: fileId } });
    return data.map((link) => link.share_id);
  };
  expect(await linksOf(first)).toEqual([shareId]);
  expect(await linksOf(await makeFile(alice, 'three', freshName()))).toEqual([]);
});
