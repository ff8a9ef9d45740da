import { expect, test } from 'vitest';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { expectSound, openAs, type Visitor, visit, type Watched } from './browser.ts';

const ALICE = newPerson('Alice');
const BOB = newPerson('Bob');

const server = await sharedServer(ALICE, BOB);

async function enter(username: string, path: string, visitor: Visitor = {}): Promise<Watched> {
  const watched = await visit(visitor);
  await openAs(watched.page, username, `${server.origin}${path}`);
  await watched.page.waitForURL((url) => url.pathname === path);
  return watched;
}

const button = ({ page }: Watched, name: string | RegExp) => page.getByRole('button', { name });

test('a person orders premium, is declined, pays, sees premium and the receipt, and reads the ledger', async () => {
  const watched = await enter(BOB.email, '/drive/payment');
  const { page } = watched;
  await expectSound(watched);
  await button(watched, /^Pay .* once$/)
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: 'Test payment' }).waitFor();
  await expectSound(watched);
  await button(watched, 'Decline').click();
  await page.getByText('Payment declined').waitFor();
  await expectSound(watched);
  await page.getByRole('link', { name: 'Continue to payment' }).click();
  await button(watched, 'Ask the bank first').click();
  await button(watched, 'Yes, pay').click();
  await page.getByText(/^M-\d{6}$/).waitFor();
  await expectSound(watched);
  await page.getByRole('link', { name: 'Orders and subscriptions' }).click();
  await page.getByText(/^Active from /).waitFor();
  await expectSound(watched);
  await page.goto(`${server.origin}/drive/payment`);
  expect(await page.getByText(/^Premium until /).count()).toBeGreaterThan(0);
});

test('a person without script subscribes on a phone and ends the subscription', async () => {
  const watched = await enter(ALICE.email, '/drive/payment', { script: false, width: 390 });
  const { page } = watched;
  await button(watched, /^Subscribe for /)
    .first()
    .click();
  await button(watched, 'Pay').click();
  await page.getByText(/^M-\d{6}$/).waitFor();
  await page.getByRole('link', { name: 'Orders and subscriptions' }).click();
  await button(watched, 'Cancel at the end of the period').click();
  await page.getByText(/No further payments/).waitFor();
});
