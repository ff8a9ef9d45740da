/** The choice among the files of a torrent without script: shown, marked, refused, carried out. */
import { expect, it } from 'vitest';
import { NEWCOMERS_PASSWORD, newcomer } from '#test/contract/cases/newcomer.ts';
import { ORIGIN } from '#test/contract/send.ts';
import { visit } from '#test/contract/visit.ts';
import { inDrive } from '#test/contract/world.ts';

const headers = { host: new URL(ORIGIN).host, origin: ORIGIN, 'sec-fetch-site': 'same-origin' };

it('files of a torrent are chosen by a form', async () => {
  const person = await newcomer();
  let cookie = '';
  const post = (path: string, fields: readonly (readonly [string, string])[]) =>
    visit(path, { fields: fields.map(([name, value]) => [name, value]), headers: { ...headers, cookie } });
  const get = async (path: string) => {
    const answer = await visit(path, { headers: { ...headers, cookie } });
    return answer.text();
  };
  const entered = await post('/auth', [
    ['username', person.email],
    ['password', NEWCOMERS_PASSWORD],
  ]);
  cookie = entered.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  await post('/drive/tasks', [
    ['step', 'create'],
    ['urls', '看看这个 https://files.example/down。'],
  ]);
  expect(await inDrive(person, 'SELECT url FROM fetches')).toEqual([{ url: 'https://files.example/down' }]);
  const shared = await post('/drive/tasks', [
    ['step', 'create'],
    ['urls', `链接: ${ORIGIN}/s/VN8x_0000000000000000000-1 提取码: 7391 复制这段内容`],
  ]);
  expect([shared.status, shared.headers.get('location')]).toEqual([303, '/s/VN8x_0000000000000000000-1?s_code=7391']);
  // As the run of a torrent leaves it. (Without a downloader no magnet link is taken.)
  await inDrive(person, "UPDATE fetches SET kind = 'magnet', state = 'choosing', stage = 'choosing', run = run + 1");
  const params = '{"stage":"choosing"}';
  await inDrive(person, "UPDATE tasks SET phase = 'PHASE_TYPE_PENDING', file_name = 'pack', params = ?", params);
  const [fetched] = await inDrive(person, 'SELECT task_id FROM fetches');
  const id = String(fetched?.['task_id']);
  const insert =
    'INSERT INTO fetch_files (task_id, n, path, size_bytes, chosen) VALUES (?, CAST(? AS INT), ?, 1000, 1)';
  await inDrive(person, insert, id, '1', '["a","one.bin"]');
  await inDrive(person, insert, id, '2', '["two <b>.bin"]');
  expect(await get('/drive/tasks')).toContain('value="choose"');
  const opened = await post('/drive/tasks', [
    ['step', 'choose'],
    ['id', id],
  ]);
  const page = opened.headers.get('location') ?? '';
  expect([opened.status, page]).toEqual([303, `/drive/tasks?choose=${id}`]);
  const boxes = (text: string) =>
    [...text.matchAll(/<input type="checkbox"[^>]*>/g)].map(([box]) => /checked/.test(box));
  const shown = await get(page);
  expect([boxes(shown), shown.includes('two &lt;b&gt;.bin'), shown.includes('<summary')]).toEqual([
    [true, true],
    true,
    true,
  ]);
  const step = async (...more: (readonly [string, string])[]) => {
    const answer = await post(page, [['step', 'choose-files'], ['id', id], ...more]);
    return { status: answer.status, text: await answer.text() };
  };
  expect(boxes((await step(['mark', 'none'], ['file', '1'])).text)).toEqual([false, false]);
  expect(boxes((await step(['mark', 'all'])).text)).toEqual([true, true]);
  expect((await step(['mark', 'chosen'])).text).toContain('Choose at least one file.');
  const foreign = await step(['mark', 'chosen'], ['file', '2'], ['file', '77']);
  expect([boxes(foreign.text), foreign.text.includes('data-said')]).toEqual([[false, true], true]);
  expect((await step(['mark', 'chosen'], ['file', '2'])).status).toBe(303);
  const chosen = await inDrive(person, 'SELECT n, chosen FROM fetch_files ORDER BY n');
  expect(chosen).toEqual([
    { n: 1, chosen: 0 },
    { n: 2, chosen: 1 },
  ]);
  // Nothing is to be chosen any more, or there is no such task: the list says so.
  for (const gone of [id, 'Vnone']) {
    const text = await get(`/drive/tasks?choose=${gone}`);
    expect([boxes(text), text.includes('data-said')]).toEqual([[], true]);
  }
});
