/** Who leaves a page after a code was sent finds the field for it again, without script, in the browser that asked for it. */
import { beforeAll, expect, test } from 'vitest';
import { newcomer } from '#test/contract/cases/newcomer.ts';
import { env, makeServer, ORIGIN } from '#test/contract/send.ts';
import { visit } from '#test/contract/visit.ts';
import { waitFor } from '#test/contract/wait-for.ts';
import { seed } from '#test/contract/world.ts';
import { servicesOf } from '#worker/compose.ts';
import { newHexId } from '#worker/platform/ids.ts';

const server = makeServer({ bindings: { SHIELD_MODE: 'never' } });
const PASSWORD = 'a password of the test';
/** On a loopback address without https it has no prefix. */
const COOKIE = 'magpie_code';

beforeAll(seed);

/** A browser with a jar for the one cookie. */
function makeBrowser() {
  let cookie = '';
  async function ask(path: string, fields?: Record<string, string>): Promise<Response> {
    const headers = { cookie, 'cf-connecting-ip': '203.0.113.9' };
    const answer = await visit(path, { ...(fields ? { fields } : {}), headers, server });
    for (const line of answer.headers.getSetCookie())
      if (line.replace('__Host-', '').startsWith(`${COOKIE}=`))
        cookie = /Max-Age=0/.test(line) ? '' : (line.split(';', 1)[0] ?? '');
    return answer;
  }
  return { ask, html: async (...asked: Parameters<typeof ask>) => (await ask(...asked)).text(), cookie: () => cookie };
}

const fieldsOf = (html: string): Record<string, string> => {
  const form = [...html.matchAll(/<form[\s\S]*?<\/form>/g)]
    .map(([text]) => text)
    .find((text) => text.includes('name="code"'));
  const hidden = [...(form ?? '').matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  return Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
};

const codeFor = (to: string): Promise<string> =>
  waitFor(async () => {
    const mails = await servicesOf(env).mail.captured(to);
    return mails.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find((found) => found !== undefined);
  }, `no code for ${to}`);

test('a visitor who comes back to sign-up within a minute finds the field for the code that was mailed', async () => {
  const browser = makeBrowser();
  const email = `${newHexId(8)}@example.com`;
  const sent = fieldsOf(await browser.html('/auth/sign-up', { step: 'address', email, next: '/drive/all' }));
  expect(browser.cookie()).toContain(COOKIE);
  expect(browser.cookie()).not.toContain(email);
  const opened = await browser.html('/auth/sign-up?next=%2Fdrive%2Fall');
  expect([opened.includes('name="code"'), opened.includes('I already have a code')]).toEqual([false, true]);
  for (const again of [
    // Typed once more, in another spelling.
    await browser.html('/auth/sign-up', {
      step: 'address',
      email: ` ${email.toUpperCase()}\u200b`,
      next: '/drive/all',
    }),
    await browser.html('/auth/sign-up?step=code&next=%2Fdrive%2Fall'),
  ]) {
    expect(fieldsOf(again)['verification_id']).toBe(sent['verification_id']);
    expect(again).not.toContain('role="alert"');
  }
  const fields = fieldsOf(await browser.html('/auth/sign-up?step=code&next=%2Fdrive%2Fall'));
  const code = `Your code: ${await codeFor(email)}`;
  const made = await browser.ask('/auth/sign-up', { ...fields, code, password: PASSWORD, name: '' });
  expect([made.status, made.headers.get('location')]).toEqual([303, '/drive/all']);
  expect(browser.cookie()).toBe('');
});

test.each([
  ['/auth/reset', '/auth/reset'],
  ['/auth', '/auth?way=code'],
])('a code of %s is found again at %s', async (action, page) => {
  const browser = makeBrowser();
  const { email } = await newcomer();
  const sent = fieldsOf(await browser.html(action, { step: 'address', email, next: '/' }));
  expect(sent['verification_id']).toBeTruthy();
  expect(await browser.html(page)).toContain('I already have a code');
  const again = await browser.html(`${page}${page.includes('?') ? '&' : '?'}step=code`);
  expect(fieldsOf(again)).toMatchObject({ verification_id: sent['verification_id'], email });
  // The code of one use has no field on the page of another.
  expect(await browser.html('/auth/sign-up?step=code')).not.toContain('name="code"');
  const used = await browser.ask(action, { ...fieldsOf(again), code: await codeFor(email), password: PASSWORD });
  expect(used.status).toBeLessThan(400);
  expect(browser.cookie()).toBe('');
});

test('another browser, another address and a made-up cookie find no field', async () => {
  const email = `${newHexId(8)}@example.com`;
  const [first, other] = [makeBrowser(), makeBrowser()];
  await first.ask('/auth/sign-up', { step: 'address', email, next: '/' });
  expect(await other.html('/auth/sign-up', { step: 'address', email, next: '/' })).not.toContain('name="code"');
  expect(await other.html('/auth/sign-up?step=code')).not.toContain('name="code"');
  const headers = { host: new URL(ORIGIN).host, cookie: `${COOKIE}=%22made-up%22` };
  const made = await visit('/auth/sign-up?step=code', { headers, server });
  expect([made.status, (await made.text()).includes('name="code"')]).toEqual([200, false]);
});
