/** The page of the human check with a provider in it: a double of the script and of the call that both providers document. */
import { createServer } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { listenOnLoopback } from '#scripts/start/process/loopback.ts';
import { startServer } from '#test/server.ts';
import { expectSound, visit } from './browser.ts';

/** Draws a button in place of the provider's box; pressing it gives the token that its label names. */
const SCRIPT = `
window.turnstile = {
  render(place, options) {
    const button = document.createElement('button');
    button.id = 'their-box';
    button.type = 'button';
    button.textContent = 'Their box';
    button.addEventListener('click', () => options.callback(JSON.stringify({ action: options.action, cdata: options.cData, key: options.sitekey })));
    place.append(button);
    return 'widget-1';
  },
  reset() {},
};
`;

/** The provider's answer about the next token. */
const said = { success: true };

const double = createServer((request, response) => {
  if (request.url?.startsWith('/api.js')) {
    response.setHeader('content-type', 'text/javascript');
    response.end(SCRIPT);
    return;
  }
  let body = '';
  request.on('data', (piece: Buffer) => {
    body += piece.toString();
  });
  request.on('end', () => {
    const given = JSON.parse(new URLSearchParams(body).get('response') ?? '{}') as Record<string, string>;
    response.setHeader('content-type', 'application/json');
    const { success } = said;
    response.end(JSON.stringify({ success, hostname: 'localhost', action: given['action'], cdata: given['cdata'] }));
  });
});
const port = await listenOnLoopback(double);
const theirs = `127.0.0.1:${port}`;
const server = await startServer({
  env: {
    SHIELD: 'always',
    CAPTCHA_PROVIDER: 'turnstile',
    CAPTCHA_SITE_KEY: 'site-key',
    CAPTCHA_SECRET: 'hush',
    CAPTCHA_VERIFY_URL: `http://${theirs}/siteverify`,
    CAPTCHA_SCRIPT_URL: `http://${theirs}/api.js`,
    MAGPIE_OUTBOUND_ALLOW: theirs,
  },
});

afterAll(async () => {
  await server?.stop();
  double?.closeAllConnections();
  double?.close();
});

test("the page draws the provider's box, reports a refusal, and leaves with the token of a success", async () => {
  const watched = await visit({ width: 320 });
  const { page } = watched;
  const asked = await fetch(`${server.origin}/v1/shield/captcha/init`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'POST:/v1/auth/signin', device_id: '0123456789abcdef0123456789abcdef' }),
  });
  const { url } = (await asked.json()) as { url: string };
  await page.goto(`${url}&redirect_uri=${encodeURIComponent(`${server.origin}/loading`)}&state=s`);
  const box = page.locator('#their-box');
  await box.waitFor();
  await expectSound(watched);

  said.success = false;
  await box.press('Enter');
  await page.locator('[data-word=failed]').waitFor();
  await page.locator('[data-again] button').press('Enter');
  await page.locator('[data-word=failed]').waitFor({ state: 'hidden' });

  said.success = true;
  await box.press('Enter');
  await page.waitForURL(`${server.origin}/loading?*`);
  const back = new URL(page.url()).searchParams;
  expect([back.get('state'), back.get('expires_in')]).toEqual(['s', '300']);
  expect(back.get('captcha_token')).toMatch(/^[\w-]+\.[\w-]+$/);
});
