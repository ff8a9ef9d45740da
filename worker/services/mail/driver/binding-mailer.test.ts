import { expect, it } from 'vitest';
import { handOver, mailTo, makePlatform } from '../mail-fixture.ts';
import { makeBindingMailer, readSender } from './binding-mailer.ts';

it('a mail of the binding names the sender and carries the id of the event', async () => {
  const platform = makePlatform();
  await makeBindingMailer(platform as unknown as SendEmail, 'The Nest <a@b.co>').send(
    mailTo('x@example.com', { id: 'i1' }),
    handOver,
  );
  expect(platform.sent).toEqual([
    expect.objectContaining({ from: { name: 'The Nest', email: 'a@b.co' }, headers: { 'X-Magpie-Mail-Id': 'i1' } }),
  ]);
});

it('the binding fails when the platform fails or does not answer, so that the event stays', async () => {
  const platform = makePlatform();
  platform.answer = () => Promise.reject(new Error('refused'));
  const mailer = makeBindingMailer(platform as unknown as SendEmail, 'a@b.co', 5);
  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => 'sent',
      (error: Error) => error.message,
    );
  expect(await outcome(mailer.send(mailTo('x@example.com'), handOver))).toBe('refused');
  platform.answer = () => new Promise(() => undefined);
  expect(await outcome(mailer.send(mailTo('x@example.com'), handOver))).toContain('did not answer');
});

it.each([
  ['Magpie <a@b.co>', { name: 'Magpie', email: 'a@b.co' }],
  ['a@b.co', { name: 'Magpie', email: 'a@b.co' }],
  ['<a@b.co>', { name: 'Magpie', email: 'a@b.co' }],
])('the sender %s is read', (from, sender) => {
  expect(readSender(from)).toEqual(sender);
});

it.each(['', 'Magpie', 'a@b.co>', 'a b@c.de x'])('the sender %j is refused', (from) => {
  expect(() => readSender(from)).toThrow('MAIL_FROM');
});
