/** One press about many people: asked before, each by themselves, and nothing twice. */
import { expect, test } from 'vitest';
import { asUserId } from '#shared/ids.ts';
import { groupAt, quotaAt } from '#shared/membership/timeline.ts';
import { GIB } from '#shared/units.ts';
import { newcomer } from '#test/contract/cases/newcomer.ts';
import { ask, type Browsing, formOf, html, signedInPeople } from '#test/contract/page-visits.ts';
import { env } from '#test/contract/send.ts';
import { visit } from '#test/contract/visit.ts';
import { makePeople } from '#test/contract/world.ts';
import { servicesOf } from '#worker/compose.ts';

const HERE = '/ops/people';
const { auth, clock, documents, membership } = servicesOf(env);

/** A form with several fields of one name. */
function press({ cookie }: Browsing, fields: Record<string, string>, picks: readonly string[]): Promise<Response> {
  const pairs = [...Object.entries(fields), ...picks.map((id) => ['pick', id])];
  return visit(HERE, { fields: pairs, headers: { 'cf-connecting-ip': '203.0.113.23', cookie } });
}

const people = async (count: number) =>
  (await Promise.all(Array.from({ length: count }, () => newcomer()))).map(({ userId }) => asUserId(userId));

const notesAbout = async (act: string, ids: readonly string[]) =>
  (await documents.log({ name: 'people', before: 0, limit: 100 })).filter(
    (each) => each.act === act && ids.some((id) => each.note.startsWith(id)),
  ).length;

test('storage is set for all who are chosen, the refused are named, and a repeated form does nothing twice', async () => {
  const { olga } = await signedInPeople();
  const { olga: self } = await makePeople();
  const ids = await people(3);
  const all = [...ids, self.userId];
  const asked = await press(olga, { step: 'choose', act: 'quota' }, all);
  expect(asked.status).toBe(200);
  const page = await asked.text();
  for (const id of all) expect(page).toContain(`name="pick" value="${id}"`);
  expect(page).toContain('Set storage: 4 people');
  const { key = '' } = formOf(page, 'value="many"');
  const form = { step: 'many', act: 'quota', key, amount: 'set', gb: '1,5', reason: 'Term begins' };
  expect((await press(olga, { ...form, gb: 'much' }, all)).status).toBe(400);
  expect((await press(olga, { ...form, reason: ' ' }, all)).status).toBe(400);
  let report = '';
  for (let times = 0; times < 2; times += 1) {
    const answer = await press(olga, form, all);
    expect(answer.status).toBe(303);
    report = answer.headers.get('location') ?? '';
  }
  for (const id of ids) {
    const { entries, timeline } = await membership.ledgerOf(id);
    expect(entries).toHaveLength(1);
    expect(quotaAt(timeline, clock.nowMs())?.bytes).toBe(1.5 * GIB);
  }
  const shown = await html(olga, report);
  expect(shown).toContain('Done for 3 people, refused for 1.');
  expect(shown).toContain('This is your own account');
  expect(await notesAbout('person_storage_set', ids)).toBe(3);
});

test('a repeat does what is not done, and signs out no one again; with other values it is refused', async () => {
  const { olga } = await signedInPeople();
  const ids = await people(2);
  const form = { step: 'many', act: 'sign_out', key: crypto.randomUUID().replaceAll('-', ''), reason: 'Lost laptops' };
  await press(olga, form, ids);
  expect(await notesAbout('person_signed_out', ids)).toBe(2);
  // As after a cut between the two.
  await env.ADMIN.prepare('DELETE FROM people_presses WHERE press_id = ? AND user_id = ?').bind(form.key, ids[1]).run();
  await press(olga, form, ids.toReversed());
  expect(await notesAbout('person_signed_out', ids)).toBe(3);
  const others = [
    press(olga, { ...form, reason: 'Left' }, ids),
    press(olga, { ...form, act: 'block' }, ids),
    press(olga, form, ids.slice(0, 1)),
  ];
  for (const answer of await Promise.all(others)) {
    expect(answer.status).toBe(400);
    const page = await answer.text();
    expect(page).toContain('this form was sent before with other values');
    expect(formOf(page, 'value="many"')['key']).not.toBe(form.key);
  }
  expect(await notesAbout('person_blocked', ids)).toBe(0);
});

test('a group that is not there is refused; a block and its end reach all', async () => {
  const { olga } = await signedInPeople();
  const ids = await people(2);
  const key = () => crypto.randomUUID().replaceAll('-', '');
  await press(olga, { step: 'many', act: 'group', key: key(), group: 'no-such', reason: 'x' }, ids);
  for (const id of ids) expect(groupAt((await membership.ledgerOf(id)).timeline, clock.nowMs())).toBe('');
  await press(olga, { step: 'many', act: 'block', key: key(), reason: 'Left' }, ids);
  for (const id of ids) expect((await auth.listedPerson(id))?.status).toBe('BLOCKED');
  await press(olga, { step: 'many', act: 'unblock', key: key(), reason: 'Back' }, ids);
  for (const id of ids) expect((await auth.listedPerson(id))?.status).toBe('ACTIVE');
});

test('an empty choice, more than a hundred, an unknown act and another person are refused in words', async () => {
  const { bob, olga } = await signedInPeople();
  const [id = ''] = await people(1);
  const none = await press(olga, { step: 'choose', act: 'block' }, []);
  expect([none.status, (await none.text()).includes('Choose at least one person.')]).toEqual([400, true]);
  const many = Array.from({ length: 101 }, (_, at) => `${id.slice(0, -3)}${String(at).padStart(3, '0')}`);
  const over = await press(olga, { step: 'choose', act: 'block' }, many);
  expect([over.status, (await over.text()).includes('at most 100 people')]).toEqual([400, true]);
  expect((await press(olga, { step: 'choose', act: 'delete' }, [id])).status).toBe(400);
  expect((await press(bob, { step: 'many', act: 'block', key: 'a'.repeat(32), reason: 'x' }, [id])).status).toBe(403);
  expect((await auth.listedPerson(asUserId(id)))?.status).toBe('ACTIVE');
  expect((await ask(olga, `${HERE}?press=${'b'.repeat(32)}`)).status).toBe(404);
});

test('the list of the largest is offered with its pages, and every box can be chosen without script', async () => {
  const { olga } = await signedInPeople();
  const page = await html(olga, `${HERE}?order=largest&all=1`);
  expect(page.match(/type="checkbox"[^>]*checked/g)?.length).toBe(page.match(/type="checkbox"/g)?.length);
  expect(await html(olga, HERE)).not.toMatch(/type="checkbox"[^>]*checked/);
  const next = /href="([^"]*page_token[^"]*)">\s*More people/.exec(page)?.[1]?.replaceAll('&amp;', '&');
  if (next !== undefined) expect(await html(olga, next)).toContain('<option value="largest" selected');
});
