import { expect, it } from 'vitest';
import { succeed } from '#shared/errors.ts';
import type { MailParts } from '../deps.ts';
import { type Mailer, NotAccepted } from '../driver/ports.ts';
import { makeMailOutcomes } from './outcomes.ts';
import { sendOnce } from './send-mail.ts';
import { sendTest } from './test-letter.ts';

const clock = { nowMs: () => 5 };
const TO = 'alice@example.com';
const MAIL = { id: 'm', to: TO, subject: 's', text: 't', html: 'h', sentMs: 5 };
const ENTRY = { id: 'm', subscriber: 's', topic: '', fromPerson: false, untilMs: 9 };

/** @returns since when the relay fails, and the outcome of the letter */
async function failingAfter(send: Mailer['send'], { isFirst = true } = {}) {
  const outcomes = makeMailOutcomes(clock);
  const outcome = outcomes.watch(TO);
  const log = { begin: async () => succeed(isFirst), end: async () => succeed(null) };
  const parts = { letterLogs: { getByName: () => log }, mailer: { send }, outcomes, clock, lettersPerDay: 9 };
  await sendOnce(parts as unknown as MailParts, ENTRY, MAIL).catch(() => undefined);
  return [outcomes.failingSinceMs(), outcome()];
}

const failed: Mailer['send'] = async () => {
  throw new Error('no connection');
};
const refused: Mailer['send'] = async (_, handOver) => {
  await handOver();
  throw new NotAccepted('the relay answered 450');
};
const unanswered: Mailer['send'] = async (_, handOver) => {
  await handOver();
  throw new Error('no answer in time');
};

it('a letter that the relay refuses, or that does not reach it, counts against the relay', async () => {
  expect(await failingAfter(failed)).toEqual([5, 'refused']);
  expect(await failingAfter(refused)).toEqual([5, 'refused']);
});

it('a letter without an answer may have been accepted, and does not count against the relay', async () => {
  expect(await failingAfter(unanswered)).toEqual([null, null]);
});

it('a letter that another delivery handed over does not count against the relay', async () => {
  expect(await failingAfter(refused, { isFirst: false })).toEqual([null, null]);
});

it('a test letter without an answer does not count against the relay', async () => {
  const outcomes = makeMailOutcomes(clock);
  const parts = { mailer: { send: unanswered }, outcomes, clock, appOrigin: 'https://drive.example.com' };
  const result = await sendTest(parts as unknown as MailParts, TO);
  expect([result.sent, outcomes.failingSinceMs()]).toEqual([false, null]);
});
