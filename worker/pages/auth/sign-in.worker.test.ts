/** The pages through which people get in, as plain forms of a browser without script. */
import { Secret, TOTP } from 'otpauth';
import { beforeAll, expect, it } from 'vitest';
import { authContract } from '#shared/auth/contract.ts';
import { LOCALES } from '#shared/locale/tags.ts';
import { env, makeServer, ORIGIN, runningServer, type Server } from '#test/contract/send.ts';
import { visit } from '#test/contract/visit.ts';
import { waitFor } from '#test/contract/wait-for.ts';
import { ok, seed } from '#test/contract/world.ts';
import { servicesOf } from '#worker/compose.ts';
import { newHexId } from '#worker/platform/ids.ts';

const PASSWORD = 'a password of the test';
const HOST = new URL(ORIGIN).host;
/** Without the pause between two codes, and without the human check, which has tests of its own below. */
const calm = makeServer({ limits: { mailGapSeconds: 0 }, bindings: { SHIELD_MODE: 'never' } });

beforeAll(seed);

function get(path: string, headers: Record<string, string> = {}, server: Server = calm): Promise<Response> {
  const own = { host: HOST, accept: 'text/html', 'accept-language': 'en-US', ...headers };
  return visit(path, { headers: own, server });
}

function post(path: string, fields: Record<string, string>, headers = {}, server: Server = calm): Promise<Response> {
  return visit(path, { fields, headers: { 'cf-connecting-ip': '203.0.113.9', ...headers }, server });
}

const signIn = (username: string, password: string, more: Record<string, string> = {}) =>
  post('/auth', { username, password, ...more });

/** Hidden fields of the first form of a page that has `mark` in it. */
function fieldsOf(html: string, mark: string): Record<string, string> {
  const form =
    [...html.matchAll(/<form[\s\S]*?<\/form>/g)].map(([text]) => text).find((text) => text.includes(mark)) ?? '';
  const fields = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]));
}

function codeFor(to: string): Promise<string> {
  return waitFor(async () => {
    const mails = await servicesOf(env).mail.captured(to);
    return mails.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find((found) => found !== undefined);
  }, `no code for ${to}`);
}

const freshEmail = () => `${newHexId(8)}@example.com`;
const cookieOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? '';

it('a right password leads to the page that asked for it', async () => {
  const answer = await signIn('alice@example.com', 'magpie-demo', { next: '/drive/trash?action=search' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/drive/trash?action=search']);
  expect(answer.headers.get('set-cookie')).toMatch(/^magpie_session=[^;]+; Path=\/; HttpOnly; SameSite=Lax;/);
});

it.each(['https://evil.example/', '//evil.example', '/auth', '/auth/sign-up?next=/x', '/drive/login'])(
  'a password never leads to %s',
  async (next) => {
    const answer = await signIn('alice@example.com', 'magpie-demo', { next });
    expect(answer.headers.get('location')).toBe('/drive/all');
  },
);

it('a wrong password and an unknown user get the same refusal', async () => {
  const pages = await Promise.all(
    ['olga@example.com', 'nobody@example.com'].map(async (who) => {
      const answer = await signIn(who, 'wrong password', { next: '/s/x', scene: 'save' });
      expect(answer.status).toBe(400);
      return (await answer.text()).replaceAll(who, 'WHO');
    }),
  );
  expect(pages[0] === pages[1]).toBe(true);
  expect(pages[0]).toContain('value="WHO"');
  expect(pages[0]).not.toContain('wrong password');
  expect(pages[0]).toMatch(/aria-invalid="true" aria-describedby="[^"]+-error"/);
  expect(fieldsOf(pages[0] ?? '', 'type="password"')).toMatchObject({ next: '/s/x', scene: 'save' });
});

it('the drive leads a visitor to sign-in and keeps the address and the login purpose', async () => {
  const answer = await get('/drive/trash?action=search&scene=top');
  const way = new URL(answer.headers.get('location') ?? '', ORIGIN);
  expect([answer.status, way.pathname]).toEqual([303, '/auth']);
  expect([...way.searchParams]).toEqual([
    ['next', '/drive/trash?action=search&scene=top'],
    ['scene', 'top'],
  ]);
});

it('the sign-in page of the drive has its own title', async () => {
  const html = await (await get('/drive/login')).text();
  expect(html).toContain('Sign in to your drive');
  expect(fieldsOf(html, 'type="password"')['next']).toBe('/drive/all');
});

async function ask(address: string, path = '/auth', more: Record<string, string> = {}) {
  const answer = await post(path, { step: 'address', email: address, next: '/drive/trash', ...more });
  expect(answer.status).toBe(200);
  return fieldsOf(await answer.text(), 'name="code"');
}

it('a code pasted with a space in the middle signs in', async () => {
  const fields = await ask('carla@example.com');
  const code = await codeFor('carla@example.com');
  const answer = await post('/auth', { ...fields, code: `${code.slice(0, 3)} ${code.slice(3)}` });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/drive/trash']);
});

it('a code is sent to the address typed in the name field', async () => {
  const address = freshEmail();
  const html = await (await post('/auth', { step: 'by-code', username: address, password: '' })).text();
  expect(fieldsOf(html, 'name="code"')).toMatchObject({ step: 'code', email: address });
});

it('a code cannot be sent to a user name', async () => {
  const answer = await post('/auth', { step: 'by-code', username: 'Alice' });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('Codes can’t be sent to a name');
});

it('a wrong code is marked at its field, and the right one still works', async () => {
  const fields = await ask('carla@example.com');
  const right = await codeFor('carla@example.com');
  const wrong = await post('/auth', { ...fields, code: right === '000000' ? '000001' : '000000' });
  expect(wrong.status).toBe(400);
  const html = await wrong.text();
  expect(html).toMatch(/aria-invalid="true"[^>]*name="code"/);
  expect(html).toContain('Verification code is incorrect.');
  expect(fieldsOf(html, 'name="code"')).toEqual(fields);
});

it('a sign-in code for an address without an account leads to sign-up with the same code', async () => {
  const address = freshEmail();
  const fields = await ask(address, '/auth', { scene: 'save' });
  const answer = await post('/auth', { ...fields, code: await codeFor(address) });
  expect(answer.status).toBe(200);
  const next = fieldsOf(await answer.text(), 'name="password"');
  expect(next).toMatchObject({ step: 'code', email: address, next: '/drive/trash', scene: 'save' });
  const late = await post('/auth/sign-up', { ...next, verification_token: 'lost', password: PASSWORD, name: 'Nora' });
  expect([late.status, await late.text()]).toEqual([400, expect.stringContaining('value="Nora"')]);
  const made = await post('/auth/sign-up', { ...next, password: PASSWORD, name: 'Nora' });
  expect([made.status, made.headers.get('location')]).toEqual([303, '/drive/trash']);
  expect(await (await get('/en-US/auth-success', { cookie: cookieOf(made) })).text()).toContain('Welcome, Nora.');
});

it('a code by text message makes an account', async () => {
  const html = await (await get('/auth/sign-up?by=phone&next=%2Fdrive%2Ftrash')).text();
  expect(html).toContain('name="phone_country"');
  const sent = await post('/auth/sign-up', {
    ...fieldsOf(html, 'name="phone"'),
    phone_country: 'DE',
    phone: '0151 2345 6789',
  });
  const fields = fieldsOf(await sent.text(), 'name="code"');
  expect(fields).toMatchObject({ phone_country: 'DE', phone: '0151 2345 6789' });
  const made = await post('/auth/sign-up', { ...fields, code: await codeFor('+4915123456789'), password: PASSWORD });
  expect([made.status, made.headers.get('location')]).toEqual([303, '/drive/trash']);
  expect((await signIn('+49 151 23456789', PASSWORD)).status).toBe(303);
});

it('a code is not sent to a number of no numbering plan', async () => {
  const answer = await post('/auth', { step: 'address', phone_country: 'DE', phone: '12' });
  expect(answer.status).toBe(400);
  const html = await answer.text();
  expect(html).toMatch(/aria-invalid="true"[^>]*name="phone"/);
  expect(html).toContain('value="12"');
});

const CHANNELS: readonly Record<string, string>[] = [
  { email: 'olga@example.com' },
  { phone_country: 'DE', phone: '0151 2345 6789' },
];
it.each(CHANNELS)('a server that cannot send codes says so in place of the form: %o', async (to) => {
  const mute = makeServer({ bindings: { MAIL: 'off', SMS: 'off', SHIELD_MODE: 'never' } });
  for (const path of ['/auth', '/auth/sign-up', '/auth/reset']) {
    const answer = await post(path, { step: 'address', ...to }, {}, mute);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toMatch(/codes (by phone )?aren’t available|Ask the operator for a link/);
  }
});

const strict = makeServer({ limits: { mailGapSeconds: 0 }, bindings: { SHIELD_MODE: 'always' } });

it('a code needs the human check, and without script the page says so', async () => {
  const answer = await post('/auth', { step: 'address', email: freshEmail() }, {}, strict);
  const html = await answer.text();
  expect(html).toMatch(/<form[^>]*data-check-url="http:\/\/localhost:8787\/human-check\?challenge=/);
  expect(html).toContain('name="captcha_token" value=""');
  expect(/<noscript>([\s\S]*?)<\/noscript>/.exec(html)?.[1]).toContain('needs JavaScript');
});

it('a made-up token does not pass the check', async () => {
  const sent = { step: 'address', email: freshEmail(), captcha_token: 'made.up' };
  const answer = await post('/auth', sent, {}, strict);
  expect(await answer.text()).toContain('data-check-url=');
});

it('many wrong passwords need the human check; the form keeps the name and never the password', async () => {
  const guesses = makeServer({ limits: { signInAttempts: 2 }, bindings: { SHIELD_MODE: 'auto' } });
  const who = freshEmail();
  let html = '';
  for (let tries = 0; tries < 3; tries += 1)
    html = await (await post('/auth', { username: who, password: 'wrong password' }, {}, guesses)).text();
  expect(html).toContain('data-check-url=');
  expect(html).toContain(`value="${who}"`);
  expect(html).not.toContain('wrong password');
});

it.each(LOCALES)('the success page exists in %s', async (tag) => {
  const { status, headers } = await get(`/${tag}/auth-success`);
  expect([status, headers.get('content-language'), headers.get('cache-control')]).toEqual([
    200,
    tag,
    'private, no-store',
  ]);
});

it('the success page names the page to return to; a visitor sees none', async () => {
  const cookie = cookieOf(await signIn('alice@example.com', 'magpie-demo'));
  const last = async (query: string, headers = {}) => (await get(`/en-US/auth-success?${query}`, headers)).text();
  expect(await last('app=desktop', { cookie })).toContain('Return to the desktop app');
  expect(await last('next=%2Fdrive%2Ftrash', { cookie })).toContain('data-go-on="/drive/trash"');
  expect(await last('next=//evil.example', { cookie })).not.toContain('evil.example');
  const visitor = await last('app=desktop');
  expect(visitor).toContain('You’re not signed in');
  expect(visitor).not.toContain('data-signed-in');
});

it('a signed-in user sees the account on the sign-in page and may continue or change it', async () => {
  const cookie = cookieOf(await signIn('alice@example.com', 'magpie-demo'));
  const html = await (await get('/auth?next=%2Fdrive%2Ftrash', { cookie })).text();
  expect(html).toContain('You’re signed in as Alice.');
  expect(html).toMatch(/<a class="link" href="\/drive\/trash">/);
});

it('the sign-in dialog of a signed-in user ends at once', async () => {
  const cookie = cookieOf(await signIn('alice@example.com', 'magpie-demo'));
  const answer = await get('/auth?frame=dialog&next=%2Fauth-success', { cookie });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/auth-success']);
});

it('a user is a visitor again after the session has ended', async () => {
  const cookie = cookieOf(await signIn('alice@example.com', 'magpie-demo'));
  const out = await post('/auth/sign-out', {}, { cookie });
  expect([out.status, out.headers.get('clear-site-data')]).toEqual([303, null]);
  expect(out.headers.getSetCookie().join()).toMatch(/magpie_session=; .*pp_signed_out=true; Path=\/; Max-Age=3600/);
  expect(await (await get('/auth', { cookie })).text()).not.toContain('You’re signed in');
});

/** A person of their own, with a session of the API and proof of the password. */
async function newPerson(): Promise<{ address: string; token: string; sudo: { sudo_token: string } }> {
  const address = freshEmail();
  const sent = await post('/auth/sign-up', { step: 'address', email: address });
  const fields = fieldsOf(await sent.text(), 'name="code"');
  const made = await post('/auth/sign-up', { ...fields, code: await codeFor(address), password: PASSWORD });
  expect(made.status).toBe(303);
  const { access_token: token } = await ok(authContract.signIn, {
    body: { client_id: 'cli', username: address, password: PASSWORD },
  });
  const { sudo_token } = await ok(authContract.sudo, { token, body: { password: PASSWORD } });
  return { address, token, sudo: { sudo_token } };
}

async function atSecondStep() {
  const person = await newPerson();
  const { setup_token, secret } = await ok(authContract.setUpTwoFactor, { token: person.token, body: person.sudo });
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = (timestamp: number) => app.generate({ timestamp });
  const { recovery_codes } = await ok(authContract.enableTwoFactor, {
    token: person.token,
    body: { setup_token, code: code(Date.now()) },
  });
  const first = await signIn(person.address, PASSWORD, { next: '/drive/trash', scene: 'save' });
  expect([first.status, first.headers.get('set-cookie')]).toEqual([200, null]);
  const fields = fieldsOf(await first.text(), 'name="two_factor_code"');
  expect(fields).toMatchObject({ step: 'second-factor', next: '/drive/trash', scene: 'save' });
  return { fields, code, recoveryCode: recovery_codes[0] ?? '' };
}

it('a code of the authenticator app signs in after a wrong one was refused', async () => {
  const { fields, code } = await atSecondStep();
  const wrong = await post('/auth', { ...fields, two_factor_code: '12' });
  expect([wrong.status, wrong.headers.get('set-cookie')]).toEqual([400, null]);
  const again = fieldsOf(await wrong.text(), 'name="two_factor_code"');
  const answer = await post('/auth', { ...again, two_factor_code: code(Date.now() + 30_000) });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/drive/trash']);
  expect(cookieOf(answer)).toMatch(/^magpie_session=/);
});

it('a recovery code signs in through its own field', async () => {
  const { fields, recoveryCode } = await atSecondStep();
  const html = await (await post('/auth', { ...fields, switch: 'recovery' })).text();
  const other = fieldsOf(html, 'name="recovery_code"');
  expect(other).toEqual(fields);
  const answer = await post('/auth', { ...other, recovery_code: recoveryCode });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/drive/trash']);
});

it('an expired or made-up first step must be repeated', async () => {
  const answer = await post('/auth', {
    step: 'second-factor',
    two_factor_token: 'made.up',
    two_factor_code: '123456',
  });
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([400, null]);
  expect(await answer.text()).toContain('This took too long. Sign in again.');
});

it('one press keeps a closed account and signs in', async () => {
  const { address, token, sudo } = await newPerson();
  const { ends_at } = await ok(authContract.close, { token, body: sudo });
  const answer = await signIn(address, PASSWORD, { next: '/drive/trash' });
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null]);
  const html = await answer.text();
  expect(html).toContain('Your account is scheduled for deletion');
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(ends_at));
  expect(html).toContain(day);
  const unlocked = await post('/auth', fieldsOf(html, 'name="unlock_token"'));
  expect([unlocked.status, unlocked.headers.get('location')]).toEqual([303, '/drive/trash']);
  expect((await signIn(address, PASSWORD)).status).toBe(303);
});

it('a made-up unlock token does not keep a closed account', async () => {
  const answer = await post('/auth', { step: 'unlock', unlock_token: 'made.up' });
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([400, null]);
});

it('a locked account shows how to unlock it, and only after the right password', async () => {
  const { address, token, sudo } = await newPerson();
  await ok(authContract.freeze, { token, body: sudo });
  const html = await (await signIn(address, PASSWORD, { next: '/drive/trash' })).text();
  expect(html).toContain('Your account is locked');
  expect(html).toContain('/auth/reset?next=%2Fdrive%2Ftrash');
  expect(await (await signIn(address, 'wrong password')).text()).not.toContain('Your account is locked');
});

it('a device waits while its user signs in', async () => {
  const visitor = await get('/auth?user_code=BCDF-GHJK');
  expect(visitor.status).toBe(303);
  const way = new URL(visitor.headers.get('location') ?? '', ORIGIN);
  const next = way.searchParams.get('next') ?? '';
  expect(next).toContain('user_code=BCDF-GHJK');
  const answer = await signIn('alice@example.com', 'magpie-demo', { next });
  expect(answer.headers.get('location')).toBe(next);
});

it('a device is signed in only for the user whom the page asked', async () => {
  const { user_code } = await ok(authContract.deviceCode, { body: { client_id: 'tv' } });
  const alice = cookieOf(await signIn('alice@example.com', 'magpie-demo'));
  const bob = cookieOf(await signIn('bob@example.com', 'magpie-demo'));
  const asked = await (await get(`/auth/device?user_code=${user_code}`, { cookie: alice })).text();
  const fields = fieldsOf(asked, 'value="allow"');
  // Another tab has signed in another user since.
  const again = await (await post('/auth/device', { ...fields, decision: 'allow' }, { cookie: bob })).text();
  expect(fieldsOf(again, 'value="allow"')).toMatchObject({ user_code });
  expect(fieldsOf(again, 'value="allow"')['account']).not.toBe(fields['account']);
  const done = await (await post('/auth/device', { ...fields, decision: 'allow' }, { cookie: alice })).text();
  expect(done).toContain('Device signed in');
});

it('the running server applies its own limits', async () => {
  expect((await get('/auth', {}, runningServer)).status).toBe(200);
});
