import { expect, test } from 'vitest';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { choose, expectSound, newFolder, openAs, openDrive, untilHeard, visit } from './browser.ts';

const ALICE = newPerson('Alice');
const BOB = newPerson('Bob');

const server = await sharedServer(ALICE, BOB);

test('an invitation rings in two windows, leads to its page, and is read', async () => {
  const owner = await openDrive(server, ALICE.email);
  await newFolder(owner.page, 'Holiday');

  const [wide, phone] = [await visit(), await visit({ width: 320, locale: 'ru', dark: true })];
  for (const { page } of [wide, phone]) {
    const heard = untilHeard(page);
    await openAs(page, BOB.email, `${server.origin}/drive/all`);
    await heard;
  }
  await choose(owner.page, 'Holiday', 'Share');
  await owner.page.getByRole('link', { name: 'Share with people' }).click();
  await owner.page.getByLabel('Email or user name').fill(BOB.email);
  await owner.page.getByRole('button', { name: 'Invite' }).click();

  // The sign-in on the phone is new, too.
  await wide.page.getByRole('link', { name: 'Notifications 2 unread' }).waitFor();
  await phone.page.getByRole('link', { name: 'Уведомления 2 непрочитанных' }).click();
  await phone.page.waitForURL('**/drive/notifications');
  await expectSound(phone);
  await phone.page.getByRole('button', { name: 'У вас новое приглашение' }).first().click();
  await phone.page.waitForURL('**/drive/common');
  // The other window learns that it was read.
  await wide.page.getByRole('link', { name: 'Notifications 1 unread' }).click();
  await wide.page.waitForURL('**/drive/notifications');
  await wide.page.getByRole('link', { name: 'You have a new invitation' }).waitFor();
  await wide.page.getByRole('button', { name: 'Mark all as read' }).click();
  await wide.page.getByText('All notifications are marked as read.').waitFor();
  await wide.page.getByRole('link', { name: 'Email and notifications' }).click();
  await wide.page.waitForURL('**/drive/account/mail');
  await wide.page.getByRole('group', { name: 'Fetching and saving' }).getByLabel('In the drive').uncheck();
  await wide.page.getByRole('button', { name: 'Save' }).click();
  await wide.page.getByText('Settings saved.').waitFor();
  expect(
    await wide.page.getByRole('group', { name: 'Fetching and saving' }).getByLabel('In the drive').isChecked(),
  ).toBe(false);
  await expectSound(wide);
});
