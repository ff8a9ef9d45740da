/** The page of a share: which address it leads to, and what it says of the link. */
import { beforeAll, expect, test } from 'vitest';
import { ORIGIN, runningServer } from '#test/contract/ask.ts';
import { makeFile, makeFolder, makeLink, makePeople, type World } from '#test/contract/world.ts';

let world: Omit<World, 'after'>;
beforeAll(async () => {
  world = await makePeople();
});

const HEADERS = { host: new URL(ORIGIN).host, accept: 'text/html', 'accept-language': 'en-US' };

function get(address: string): Promise<Response> {
  return runningServer(new Request(new URL(address, ORIGIN), { redirect: 'manual', headers: HEADERS }));
}

function post(address: string, form: Record<string, string>): Promise<Response> {
  return runningServer(
    new Request(new URL(address, ORIGIN), {
      method: 'POST',
      redirect: 'manual',
      headers: { ...HEADERS, 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams(form),
    }),
  );
}

const addresses = (html: string) =>
  [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));

/** A link to one folder with this many files. */
async function linkOver(count: number): Promise<{ shareId: string; folder: string }> {
  const folder = await makeFolder(world.alice);
  for (let n = 0; n < count; n += 1) {
    const id = await makeFolder(world.alice, folder, `part ${String(n).padStart(3, '0')}`);
    if (id === '') throw new Error('no folder');
  }
  const { shareId } = await makeLink(world.alice, { fileIds: [folder] });
  return { shareId, folder };
}

test('the second page of an ordered share keeps the order of the first', async () => {
  const { shareId, folder } = await linkOver(101);
  const first = await (await get(`/s/${shareId}/${folder}?order=name_desc&__source=mail`)).text();
  const next = addresses(first).find((address) => address.includes('page='));
  expect(next).toMatch(/[?&]order=name_desc(&|$)/);
  expect(next).toMatch(/[?&]__source=mail(&|$)/);
  const second = await (await get(next ?? '')).text();
  expect(second).toContain('part 000');
  expect(second).not.toContain('part 050');
});

test('a folder inside a share is listed in the order of the folder above it', async () => {
  const { shareId, folder } = await linkOver(1);
  const html = await (await get(`/s/${shareId}?order=size_asc&__source=mail`)).text();
  expect(addresses(html)).toContain(`/s/${shareId}/${folder}?order=size_asc`);
});

test.each(['in the address', 'in the form'])('a passcode %s leaves the rest of the query alone', async (where) => {
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

test('signing in to save leads back to the page with its query', async () => {
  const { shareId } = await makeLink(world.alice);
  const answer = await post(`/s/${shareId}?order=name_asc&wish=spent`, { intent: 'save' });
  const next = new URL(answer.headers.get('location') ?? '', ORIGIN).searchParams.get('next') ?? '';
  expect(next).toMatch(new RegExp(`^/s/${shareId}\\?order=name_asc&wish=(?!spent)`));
});
