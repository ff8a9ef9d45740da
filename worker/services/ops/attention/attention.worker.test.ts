import { beforeEach, expect, it, vi } from 'vitest';
import { textsOfAttention } from '#shared/ops/attention.ts';
import { DAY_MS } from '#shared/units.ts';
import type { Outlook } from '#worker/platform/machine/outlook.ts';
import { type AttentionDeps, attention } from './attention.ts';

const NOW_MS = Date.UTC(2050, 4, 1, 12);
const QUIET: Outlook = {
  failing: [],
  events: 0,
  oldestEventSeconds: 0,
  lateAlarms: 0,
  late: [],
  busyDrives: [],
  backupMs: NOW_MS - DAY_MS,
  rehearsedMs: null,
  isMachine: true,
};

let outlook: Outlook;
let closing: { count: number; first: number | null };
let times: { backupMs: number | null; firstOperatorMs: number | null };
let deps: AttentionDeps;
const nothing = { count: 0, sinceMs: null };
let waiting = { messages: nothing, open: nothing, appealed: nothing } as Record<string, object>;

beforeEach(() => {
  outlook = QUIET;
  times = { backupMs: null, firstOperatorMs: NOW_MS - 31 * DAY_MS };
  waiting = { messages: nothing, open: nothing, appealed: nothing };
  closing = { count: 0, first: null };
  deps = {
    admin: {
      first: async (text: string) => (text.includes('FROM people') ? closing : { count: 0, since: null }),
    } as unknown as AttentionDeps['admin'],
    inbox: {
      getByName: () => ({ waiting: async () => ({ ok: true, value: waiting }) }),
    } as unknown as AttentionDeps['inbox'],
    billing: { paymentDesk: async () => ({ problems: [], coupons: [], reconciliations: [] }) },
    invitationDesk: { heldInvitations: async () => [] },
    documents: {
      overview: async () => [],
      brokenAct: async () => null,
      backupTimes: async () => times,
    },
    isMachine: true,
    mail: { countReturned: async () => nothing, waiting: async () => ({ ...nothing, reason: '', letters: [] }) },
    health: async () => null,
    outlook: async () => outlook,
    clock: { nowMs: () => NOW_MS },
  };
});

const kinds = async () =>
  (await attention(deps)).map(({ kind, level, count, sinceMs }) => [kind, level, count, sinceMs]);

it('an installation in order needs nothing', async () => {
  expect(await attention(deps)).toEqual([]);
});

it('what is broken comes before people who wait, and these before what is only to be known', async () => {
  const at = NOW_MS - 3 * DAY_MS;
  outlook = {
    ...QUIET,
    failing: [
      { part: 'mail', sinceMs: at },
      { part: 'clock', sinceMs: at },
    ],
    events: 4,
    oldestEventSeconds: 3_600,
    lateAlarms: 2,
    backupMs: null,
    late: [{ className: 'DriveObject', name: 'V-a', atMs: at }],
  };
  waiting = {
    messages: { count: 2, sinceMs: at },
    open: { count: 3, sinceMs: at },
    appealed: { count: 1, sinceMs: at },
  };
  const problem = { problem: 'amount', subject: 'order', atMs: at };
  const held = { inviterId: 'a', userId: 'b', reason: 'ring', atMs: at };
  closing = { count: 1, first: NOW_MS + DAY_MS };
  deps = {
    ...deps,
    billing: { paymentDesk: async () => ({ problems: [problem], coupons: [], reconciliations: [] }) },
    invitationDesk: { heldInvitations: async () => [held] },
    mail: {
      countReturned: async () => ({ count: 5, sinceMs: at }),
      waiting: async () => ({ count: 2, sinceMs: at, reason: 'the mail relay answered 550 to RCPT TO', letters: [] }),
    },
    documents: {
      ...deps.documents,
      brokenAct: async () => 7,
      overview: async () => [
        { name: 'redirects', version: 1, settled: true, hasDraft: true, draftMs: NOW_MS - 8 * DAY_MS, lastAct: null },
        { name: 'debug_options', version: 1, settled: true, hasDraft: true, draftMs: at, lastAct: null },
      ],
    },
  };
  expect(await kinds()).toEqual([
    ['part', 'broken', 1, at],
    ['letters', 'broken', 2, at],
    ['log', 'broken', 1, null],
    ['alarms', 'broken', 2, at],
    ['events', 'broken', 4, NOW_MS - 3_600_000],
    ['payments', 'broken', 1, at],
    ['appeals', 'waiting', 1, at],
    ['reports', 'waiting', 3, at],
    ['invitations', 'waiting', 1, at],
    ['messages', 'waiting', 2, at],
    ['backup', 'waiting', 1, null],
    ['drafts', 'waiting', 1, NOW_MS - 8 * DAY_MS],
    ['returned', 'note', 5, at],
    ['closing', 'note', 1, NOW_MS + DAY_MS],
  ]);
  for (const each of await attention(deps)) expect(textsOfAttention(each).title).not.toMatch(/undefined|null/);
});

it('a full disk is shown with its numbers, and a damaged object with its remedy', async () => {
  deps = {
    ...deps,
    health: async () => ({
      disk: { level: 'low', freeBytes: 10 * 1_048_576, watermarkBytes: 64 * 1_048_576 },
      damaged: [
        { className: 'DriveObject', id: 'ab12', name: 'V-alice', what: 'its database is empty', remedy: 'restore' },
      ],
    }),
  };
  const texts = (await attention(deps)).map(textsOfAttention);
  expect(texts.map(({ title }) => title)).toEqual([
    'The server’s disk is nearly full: nothing can be added',
    'Damaged: DriveObject V-alice: its database is empty',
  ]);
  expect(texts.map(({ advice }) => advice).join()).toMatch(/10 MiB free, and 64 MiB are kept.*ab12 · restore/);
});

it('a part that cannot be read is named, and hides no other', async () => {
  waiting = { ...waiting, messages: { count: 1, sinceMs: NOW_MS } };
  deps = { ...deps, billing: { paymentDesk: () => Promise.reject(new Error('gone')) } };
  const found = await attention(deps);
  expect(found.map(({ kind, subject }) => [kind, subject])).toEqual([
    ['unread', 'payments'],
    ['messages', ''],
  ]);
});

it('a part that gives no answer is named too, and the others do not wait for it', async () => {
  vi.useFakeTimers();
  try {
    waiting = { ...waiting, messages: { count: 1, sinceMs: NOW_MS } };
    deps = { ...deps, outlook: () => new Promise(() => undefined) };
    const found = attention(deps);
    await vi.runAllTimersAsync();
    const late = Promise.resolve([{ kind: 'waits', subject: '' }]);
    expect((await Promise.race([found, late])).map(({ kind, subject }) => [kind, subject])).toEqual([
      ['unread', 'the parts of the server'],
      ['messages', ''],
    ]);
  } finally {
    vi.useRealTimers();
  }
});

it.each([
  [true, ['/readyz', 'bin/magpie audit', '/readyz']],
  [
    false,
    [
      'docs/install-cloudflare.md#afterwards',
      'bin/magpie rehearse --from FOLDER',
      'docs/install-cloudflare.md#afterwards',
    ],
  ],
])('what is broken names the log and the checks that there are (one machine: %s)', async (isMachine, remedies) => {
  outlook = { ...QUIET, isMachine, failing: [{ part: 'store', sinceMs: null }] };
  times = { backupMs: NOW_MS, firstOperatorMs: 1 };
  deps = {
    ...deps,
    isMachine,
    billing: { paymentDesk: () => Promise.reject(new Error('gone')) },
    documents: { ...deps.documents, brokenAct: async () => 7 },
  };
  const texts = (await attention(deps)).map(textsOfAttention);
  expect(texts.map(({ remedy }) => remedy)).toEqual(remedies.map((command) => ({ command })));
});

const DAYS_30 = NOW_MS - 30 * DAY_MS;
it.each([
  ['never made', { backupMs: null, firstOperatorMs: DAYS_30 - 1 }, [['copy', 'waiting', 1, null]]],
  ['too old', { backupMs: DAYS_30 - 1, firstOperatorMs: 1 }, [['copy', 'waiting', 1, DAYS_30 - 1]]],
  ['of the last 30 days', { backupMs: DAYS_30, firstOperatorMs: 1 }, []],
  ['not made by a new installation', { backupMs: null, firstOperatorMs: DAYS_30 }, []],
  ['not made where no operator is noted', { backupMs: null, firstOperatorMs: null }, []],
])('on Cloudflare a backup that is %s', async (_case, found, wanted) => {
  outlook = { ...QUIET, isMachine: false, backupMs: null };
  times = found;
  expect(await kinds()).toEqual([]);
  deps = { ...deps, isMachine: false };
  expect(await kinds()).toEqual(wanted);
});
