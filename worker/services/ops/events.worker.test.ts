import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import type { CallContext } from '#worker/platform/request.ts';
import type { DeskObject } from './desk.object.ts';
import { countEvents, eventCounts, type SentEvent } from './events/count-events.ts';
import { EVENTS_NAME, EVENTS_PER_DAY } from './keys.ts';

const DAY_MS = 86_400_000;
const { DESK } = env as unknown as { DESK: DurableObjectNamespace<DeskObject> };
/** Days that no other test of the same objects lives in. */
let day = 30_000;

function visit(more: Partial<CallContext> = {}): CallContext {
  return {
    nowMs: day * DAY_MS + 1,
    locale: 'pt',
    address: '203.0.113.77',
    deviceId: 'feedfacefeedfacefeedfacefeedface',
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; secret-build-77)',
    ...more,
  } as CallContext;
}
const view = (path: string): SentEvent => ({ name: 'page_view', path });
const count = (events: readonly SentEvent[], call = visit()) => countEvents({ inbox: DESK }, events, call);
const today = async () =>
  (await eventCounts({ inbox: DESK }, 1, visit())).map(({ name, page, locale, platform, count }) =>
    [name, page, locale, platform, count].join(' '),
  );

function storedRows(): Promise<string> {
  return runInDurableObject(DESK.getByName(EVENTS_NAME), (_object, state) => {
    const { sql } = state.storage;
    const tables = sql
      .exec<{ name: string }>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
      )
      .toArray();
    return JSON.stringify(tables.map(({ name }) => sql.exec(`SELECT * FROM "${name}"`).toArray()));
  });
}

it('counted events are totals of a day by page, language and platform', async () => {
  day += 1;
  await count([view('/ja/faq'), view('/ja/faq'), view('/tv')]);
  await count([view('/ja/faq'), { name: 'sign_in', path: '/ja/policy/anti-abuse' }], visit({ userAgent: 'curl' }));
  expect((await today()).sort()).toEqual([
    'page_view site.faq ja  1',
    'page_view site.faq ja Windows 2',
    'page_view site.tv pt Windows 1',
    'sign_in policy.document ja  1',
  ]);
});

it('counted events hold nothing that distinguishes people', async () => {
  day += 1;
  await count([view('/ja/faq'), view('/s/Vsecretshareid_0000000000'), view('/ja/faq?mail=ann@example.com')]);
  const rows = await storedRows();
  for (const secret of ['203.0.113', 'feedface', 'secret', 'Mozilla', 'ann@', '/ja/faq'])
    expect(rows).not.toContain(secret);
  expect(await today()).toEqual(['page_view site.faq ja Windows 1']);
});

it.each(['/drive/all', '/ja/test', '/auth', '/no/such/page', '/%E0%A4%A', '//evil.example/faq', '/ja/unsubscribe'])(
  'counted events are not made by %s, which is no public page',
  async (path) => {
    day += 1;
    await count([view(path)]);
    expect(await today()).toEqual([]);
  },
);

it('counted events are told of the asked days alone, the newest first', async () => {
  day += 10;
  await count([view('/tv')]);
  day += 1;
  await count([view('/ja/faq')]);
  const rows = await eventCounts({ inbox: DESK }, 2, visit());
  expect(rows.map((row) => row.day)).toEqual([day, day - 1]);
});

it('counted events are gone after 400 days', async () => {
  day += 10;
  await count([view('/tv')]);
  const firstDay = day;
  day += 400;
  await count([view('/ja/faq')]);
  const days = (await eventCounts({ inbox: DESK }, 10_000, visit())).map((row) => row.day);
  expect(days).toContain(day);
  expect(days).not.toContain(firstDay);
});

it('past the bound of a day are not counted', async () => {
  day += 1;
  await count([view('/tv')]);
  await runInDurableObject(DESK.getByName(EVENTS_NAME), (_object, state) => {
    state.storage.sql.exec('UPDATE event_counts SET count = ? WHERE day = ?', EVENTS_PER_DAY - 1, day);
  });
  await count([view('/tv'), view('/tv'), view('/ja/faq')]);
  expect(await today()).toEqual([`page_view site.tv pt Windows ${EVENTS_PER_DAY}`]);
});
