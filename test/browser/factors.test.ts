/**
 * Second factors and passkeys by hand: an authenticator of the browser's own tools, an authenticator app in five lines
 * (RFC 6238, written apart from ours), and the same without script.
 */
import { createHmac } from 'node:crypto';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { expectSound, signIn, visit } from './browser.ts';

const BOB = newPerson('Bob');
const CARLA = newPerson('Carla', { premium: true });

const server = await sharedServer(BOB, CARLA);

const SECURITY = '/drive/account/security';
const STEP_MS = 30_000;

function appCode(base32: string, atMs: number): string {
  const bits = [...base32].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(atMs / STEP_MS)));
  const mac = createHmac('sha1', key).update(step).digest();
  const at = (mac[19] ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function enter(page: Page, username: string): Promise<void> {
  await page.goto(`${server.origin}/auth`);
  await signIn(page, username);
}

async function leave(page: Page): Promise<void> {
  await page.context().clearCookies({ name: 'magpie_session' });
}

/** Opens the page and shows the password. */
async function confirm(page: Page): Promise<void> {
  await page.goto(`${server.origin}${SECURITY}`);
  await page.locator('input[name=password]').fill('magpie-demo');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('input[name=step][value=confirm]').waitFor({ state: 'detached' });
}

test('a passkey is added, signs in without a password, and opens nothing when it is removed', async () => {
  const watched = await visit();
  const { page, complaints } = watched;
  await addAuthenticator(page);
  await enter(page, BOB.email);
  await page.waitForURL('**/drive/all');
  await confirm(page);
  await expectSound(watched);
  // Named after this device from the start, so that pressing the button is enough.
  expect(await page.getByLabel('Passkey name').inputValue()).toBe('Chrome · Linux');
  await page.getByLabel('Passkey name').fill('Desk');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('Passkey added.').waitFor();
  await expectSound(watched);

  await leave(page);
  await page.goto(`${server.origin}/auth?next=${encodeURIComponent(SECURITY)}`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL(`**${SECURITY}`);
  expect(await page.getByText('last used').count()).toBe(1);

  // The password was not shown in this session: there is nothing to remove by.
  await page.getByText('Change Desk').click();
  expect(await page.getByRole('button', { name: 'Remove' }).count()).toBe(0);
  await confirm(page);
  await page.getByText('Change Desk').click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Passkey removed.').waitFor();
  await leave(page);
  await page.goto(`${server.origin}/auth`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByText('This passkey doesn’t belong to an account here.').waitFor();
  const own = complaints.filter((text) => !text.includes('status of 400'));
  complaints.length = 0;
  complaints.push(...own);
  await expectSound(watched);
});

test('a code of the app and a recovery code are requested after the password, each once, also without script', async () => {
  const watched = await visit({ width: 390, dark: true });
  const { page, context, complaints } = watched;
  await enter(page, CARLA.email);
  await page.waitForURL('**/drive/all');
  await confirm(page);
  await page.getByRole('button', { name: 'Set up' }).click();
  const secret = (await page.locator('[data-secret]').getAttribute('data-secret')) ?? '';
  await expectSound(watched);
  await page.locator('input[name=code]').fill('000000');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByText('Wrong code.').waitFor();
  expect(await page.locator('[data-secret]').getAttribute('data-secret')).toBe(secret);
  await page.locator('input[name=code]').fill(appCode(secret, Date.now()));
  await page.getByRole('button', { name: 'Turn on' }).click();
  const codes = await page.locator('[data-recovery] li').allTextContents();
  expect(codes).toHaveLength(10);
  complaints.length = 0;
  await expectSound(watched);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByText('Download').click()]);
  expect(download.suggestedFilename()).toBe('recovery-codes.txt');

  await leave(page);
  await enter(page, CARLA.email);
  await page.locator('input[name=two_factor_code]').fill('000000');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('The secondary verification code is incorrect.').waitFor();
  complaints.length = 0;
  await expectSound(watched);
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('magpie_session');
  // The code of the present step was used to switch it on.
  await page.locator('input[name=two_factor_code]').fill(appCode(secret, Date.now() + STEP_MS));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/drive/all');
  await context.close();

  // A page without script leads on to its plain form by itself.
  const withoutScript = '**/drive/all?plain=1';
  const plain = await visit({ script: false });
  const byRecovery = async (code: string) => {
    await enter(plain.page, CARLA.email);
    await plain.page.getByRole('button', { name: 'Use a recovery code' }).click();
    await plain.page.locator('input[name=recovery_code]').fill(code);
    await plain.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await byRecovery(codes[0] ?? '');
  await plain.page.waitForURL(withoutScript);
  await leave(plain.page);
  await byRecovery(codes[0] ?? '');
  await plain.page.getByText('The secondary verification recovery code is incorrect.').waitFor();
  await plain.page.locator('input[name=recovery_code]').fill(codes[1] ?? '');
  await plain.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await plain.page.waitForURL(withoutScript);

  await confirm(plain.page);
  expect(await plain.page.getByText('8 recovery codes left.').count()).toBe(1);
  expect(await plain.page.locator('noscript .notice').isVisible()).toBe(true);
  await plain.page.getByLabel('Code from the app or a recovery code').fill(codes[2] ?? '');
  await plain.page.getByRole('button', { name: 'Turn off' }).click();
  await plain.page.getByText('Two-step sign-in is off.').waitFor();
  await leave(plain.page);
  await enter(plain.page, CARLA.email);
  await plain.page.waitForURL(withoutScript);
});
