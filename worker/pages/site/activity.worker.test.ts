import { expect, it } from 'vitest';
import { activityOperationDocument } from '#shared/config/documents.ts';
import { DAY_MS } from '#shared/units.ts';
import { activityDocument, HIDDEN_TYPE, serverWithActivities } from '#test/contract/activities.ts';
import { around, at, inAll, textsOf } from '#test/contract/activity-texts.ts';
import { NEWCOMERS_PASSWORD, newcomer } from '#test/contract/cases/newcomer.ts';
import { cookieOf } from '#test/contract/page-visits.ts';
import { type Visit, visit as visitPage } from '#test/contract/visit.ts';

const NOW_MS = Date.now();
const server = serverWithActivities(NOW_MS);

const visit = (path: string, { cookie = '', headers, ...more }: Visit & { readonly cookie?: string } = {}) =>
  visitPage(path, { server, ...more, headers: { ...(cookie === '' ? {} : { cookie }), ...headers } });

async function signedIn(): Promise<string> {
  const { email } = await newcomer();
  return (await cookieOf(email, NEWCOMERS_PASSWORD)).cookie;
}

it.each([
  ['before it begins', { start: at(NOW_MS + DAY_MS) }, 302],
  ['while it runs', {}, 200],
  ['after its end', { end: at(NOW_MS - DAY_MS) }, 302],
  ['where operators closed it', { open: false }, 302],
])('an activity has a page between its dates alone: %s', async (_when, change, status) => {
  const by = serverWithActivities(NOW_MS, { christmas: { ...around(NOW_MS), ...change } });
  const answer = await visit('/ru/activity/christmas', { server: by });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('cache-control')).toContain('no-store');
  if (status === 302) expect(answer.headers.get('location')).toBe('/ru/activity-end');
  else expect(await answer.text()).toContain('"@type":"Event"');
});

it('an activity of the document alone has a page in the language of the visitor, and an unknown one has none', async () => {
  const page = await (await visit('/ja/activity/summer-days')).text();
  expect(page).toContain('Summer days (ja)');
  expect(page).not.toContain('{{');
  expect(page).toContain('/auth?next=%2Fja%2Factivity%2Fsummer-days');
  expect((await visit('/ja/activity/no-such-activity')).status).toBe(404);
});

it('the page of the end redirects no further', async () => {
  const answer = await visit('/ja/activity-end');
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('<meta name="robots" content="noindex"');
});

it('a person takes a reward once by the form, and the second press names the reason', async () => {
  const path = '/en-US/activity/summer-days';
  const cookie = await signedIn();
  expect(await (await visit(path, { cookie })).text()).toContain('data-credit="toget"');
  const first = await visit(path, { cookie, fields: { type: '' } });
  expect([first.status, first.headers.get('location')]).toEqual([303, path]);
  expect(await (await visit(path, { cookie })).text()).toContain('data-credit="success"');
  const second = await visit(path, { cookie, fields: { type: '' } });
  expect(second.status).toBe(400);
  expect(await second.text()).toContain('already claimed');
});

it('a press by a visitor leads to sign-in, and one of another site is refused', async () => {
  const path = '/en-US/activity/christmas';
  const pressed = await visit(path, { fields: { type: '' } });
  expect([pressed.status, pressed.headers.get('location')]).toEqual([303, `/auth?next=${encodeURIComponent(path)}`]);
  const headers = { 'sec-fetch-site': 'cross-site', cookie: await signedIn() };
  const forged = await visit(path, { method: 'POST', headers });
  expect(forged.status).toBe(403);
});

it('compensation shows the state of each type, and a type by hash only at its own address', async () => {
  const path = '/en-US/activity/compensation';
  const cookie = await signedIn();
  const page = await (await visit(path, { cookie })).text();
  expect([...page.matchAll(/data-credit="(\w*)"/g)].map(([, state]) => state)).toEqual(['toget', 'init', 'init', '']);
  expect(page).not.toContain(HIDDEN_TYPE);
  const hidden = `${path}?type=${HIDDEN_TYPE}`;
  expect(await (await visit(hidden, { cookie })).text()).toContain(`value="${HIDDEN_TYPE}"`);
  const taken = await visit(hidden, { cookie, fields: { type: HIDDEN_TYPE } });
  expect([taken.status, taken.headers.get('location')]).toEqual([303, hidden]);
});

it.each([
  ['begun', { start: at(NOW_MS + DAY_MS) }],
  ['left open', { end: at(NOW_MS - DAY_MS) }],
])('a press in an activity that is not %s leads to the page of the end', async (_what, change) => {
  const by = serverWithActivities(NOW_MS, { christmas: { ...around(NOW_MS), reward_days: 3, ...change } });
  const answer = await visit('/en-US/activity/christmas', {
    server: by,
    cookie: await signedIn(),
    fields: { type: '' },
  });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/en-US/activity-end']);
});

const texts = textsOf('Days');
const further = (change: object) => ({ more: [{ name: 'spring', texts, ...around(NOW_MS), ...change }] });
const title = (change: object) => further({ texts: { ...texts, title: { ...inAll('Days'), ...change } } });
const { 'zh-TW': _, ...withoutOne } = inAll('Days');
const christmas = (change: object) => ({ christmas: { ...around(NOW_MS), ...change } });
const type = (change: object) => ({ type: 'outage', title: inAll('Outage'), reward_days: 2, ...change });
const types = (...all: object[]) => ({ compensation: { ...around(NOW_MS), types: all } });

it.each([
  ['an end before its start', christmas({ start: at(NOW_MS), end: at(NOW_MS - 1) }), 'must end after it starts'],
  ['a day that is none', christmas({ start: '2026-02-31T99:00:00Z' }), 'christmas.start'],
  ['a time without a zone', christmas({ start: '2026-12-18T00:00:00' }), 'christmas.start'],
  ['a field that is none', christmas({ reward: 7 }), 'christmas.reward'],
  ['days below zero', christmas({ reward_days: -1 }), 'christmas.reward_days'],
  ['a missing language', further({ texts: { ...texts, title: withoutOne } }), 'more.0.texts.title.zh-TW: is missing'],
  ['an empty text', title({ ko: ' ' }), 'more.0.texts.title.ko'],
  ['a tag', title({ ja: 'Days <b>off</b>' }), 'more.0.texts.title.ja: must be plain text'],
  ['a script', title({ ru: '<script>alert(1)</script>' }), 'more.0.texts.title.ru: must be plain text'],
  ['a character reference', title({ ru: 'Days &amp; nights' }), 'more.0.texts.title.ru: must be plain text'],
  ['a link in markdown', title({ es: '[Days](https://example.com)' }), 'more.0.texts.title.es: must be plain text'],
  ['a character that turns text around', title({ id: 'Days \u202e' }), 'more.0.texts.title.id: holds a control'],
  ['a broken placeholder', title({ pt: 'Days until {{end}' }), 'more.0.texts.title.pt: has a broken placeholder'],
  ['an unknown placeholder', title({ pt: 'Days {{ende}}' }), 'more.0.texts.title.pt: has an unknown placeholder'],
  ['a placeholder that one language lacks', title({ 'en-US': 'Days until {{end}}' }), 'more.0.texts.title.es: has the'],
  ['the name of another activity', further({ name: 'christmas' }), 'more.0.name'],
  ['a name with a slash', further({ name: 'a/b' }), 'more.0.name'],
  ['one type twice', types(type({}), type({})), 'has one type twice'],
  [
    'a credit that is named as an activity',
    { ...further({ name: 'outage' }), ...types(type({})) },
    'default.more.0.name: is a type of compensation',
  ],
  ['a type that is a task', types(type({ type: 'check_in' })), 'compensation.types.0.type'],
  ['a picture that is a script', christmas({ picture: 'javascript:alert(1)' }), 'christmas.picture'],
])('a document with %s is refused with the place', (_what, change, message) => {
  const text = JSON.stringify({ default: activityDocument(NOW_MS, change) }, null, 2);
  const parsed = activityOperationDocument.parse(text);
  const problems = parsed.ok ? [] : parsed.problems;
  expect(problems.map((problem) => problem.message).join('\n')).toContain(message);
  expect(problems[0]?.line).toBeGreaterThan(1);
});

it('a document of the version before is read as it was', () => {
  const times = around(NOW_MS);
  const text = JSON.stringify({ default: { christmas: times, compensation: times, 'black-friday': times } });
  expect(activityOperationDocument.parse(text).ok).toBe(true);
});
