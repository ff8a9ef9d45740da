import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { activityOperationDocument } from '#shared/config/documents.ts';
import { makeApp } from '#worker/app.ts';
import { servicesOf } from '#worker/compose.ts';
import type { Env } from '#worker/env.ts';

const START = '2026-12-18T00:00:00Z';
const END = '2027-01-07T00:00:00Z';

/** The worker with a document and a moment of the test. */
function makeSite(times: object, nowMs: number) {
  const services = servicesOf(env as unknown as Env);
  const closed = { open: false, start: START, end: END };
  const parsed = activityOperationDocument.parse(
    JSON.stringify({ default: { christmas: closed, compensation: closed, 'black-friday': closed, ...times } }),
  );
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const documents = {
    ...services.documents,
    live: (async (name: string) =>
      name === 'activity_operation'
        ? parsed.value
        : services.documents.live(name as 'basic')) as (typeof services.documents)['live'],
  };
  const app = makeApp({ ...services, documents, clock: { nowMs: () => nowMs } });
  return (path: string) =>
    app.request(`http://localhost:8787${path}`, { headers: { host: 'localhost:8787' }, redirect: 'manual' });
}
const christmas = { christmas: { open: true, start: START, end: END } };

describe('an activity', () => {
  it.each([
    ['before it begins', Date.parse(START) - 1, 302],
    ['from its first moment on', Date.parse(START), 200],
    ['to its last', Date.parse(END) - 1, 200],
    ['after its end', Date.parse(END), 302],
  ])('%s', async (_when, nowMs, status) => {
    const answer = await makeSite(christmas, nowMs)('/ru/activity/christmas');
    expect(answer.status).toBe(status);
    expect(answer.headers.get('cache-control')).toContain('no-store');
    if (status === 302) expect(answer.headers.get('location')).toBe('/ru/activity-end');
    else expect(await answer.text()).toContain('"@type":"Event"');
  });

  it('a closed activity has no page at any time', async () => {
    const site = makeSite({ compensation: { open: true, start: START, end: END } }, Date.parse(START));
    const statuses = await Promise.all(
      ['christmas', 'compensation', 'black-friday'].map(async (name) => (await site(`/en-US/activity/${name}`)).status),
    );
    expect(statuses).toEqual([302, 200, 302]);
  });

  it('an activity that does not run leads to the end page, which redirects no further', async () => {
    const answer = await makeSite({}, Date.parse(START))('/ja/activity-end');
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('<meta name="robots" content="noindex"');
  });
});

describe('the document of activities', () => {
  it.each([
    ['an end before its start', { open: true, start: END, end: START }],
    ['a day that is none', { open: true, start: '2026-02-31T99:00:00Z', end: END }],
    ['a time without a zone', { open: true, start: '2026-12-18T00:00:00', end: END }],
    ['a field that is none', { open: true, start: START, end: END, reward: 7 }],
  ])('is refused with %s', (_what, times) => {
    const closed = { open: false, start: START, end: END };
    const text = JSON.stringify({ default: { christmas: times, compensation: closed, 'black-friday': closed } });
    expect(activityOperationDocument.parse(text).ok).toBe(false);
  });
});
