/** Access over the whole worker: five kinds of address, five of country, five of request; and the pages that stay open. */
import { describe, expect, test } from 'vitest';
import { askFrom as ask, CONTENT_HOST, type From, HOST, RULES } from '#test/contract/access-request.ts';
import { serverWithRules } from '#test/contract/documents.ts';
import { ORIGIN } from '#test/contract/send.ts';
import { credentials, makePeople } from '#test/contract/world.ts';

describe('rules keep out', () => {
  const server = serverWithRules(RULES);
  /** Name -> header and whether the address itself is allowed, blocked, or an exception. */
  const ADDRESSES = [
    ['a free address', '192.0.2.1', 'free'],
    ['a blocked address', '203.0.113.5', 'blocked'],
    ['an address of a blocked IPv6 network', '2001:DB8:0:0:0:0:0:77', 'blocked'],
    ['a blocked address written as IPv6', '::FFFF:C633:6407', 'blocked'],
    ['an exception in a blocked network', '198.51.100.9', 'exception'],
  ] as const;
  /** Name -> header of the platform, and whether the country is closed. */
  const COUNTRIES = [
    ['an open country', 'DE', false],
    ['a closed country', 'KP', true],
    ['a closed country in small letters', 'ir', true],
    ['a malformed country', 'T1', false],
    ['an unknown country', undefined, false],
  ] as const;
  /** Name -> request, and the status of a refusal by region and by address. */
  const ASKED = [
    ['a page', '/en-US/faq', HOST, 451, 403],
    ['the drive', '/drive/all', HOST, 451, 403],
    ['a call', '/drive/v1/about', HOST, 403, 403],
    ['a file', '/f/token/name.txt', CONTENT_HOST, 451, 403],
    ['the site map', '/sitemap.xml', HOST, 451, 403],
  ] as const;

  const cells = ADDRESSES.flatMap(([who, address, kind]) =>
    COUNTRIES.flatMap(([where, country, isClosed]) =>
      ASKED.map(([what, path, host, regionStatus, addressStatus]) => {
        const decision = kind === 'exception' ? 'in' : kind === 'blocked' ? 'address' : isClosed ? 'region' : 'in';
        const status = decision === 'region' ? regionStatus : addressStatus;
        return { who, where, what, address, country, path, host, decision, status };
      }),
    ),
  );

  test('access is tested in all 125 combinations', () => expect(cells).toHaveLength(125));

  test.each(cells)(
    '$what for $who from $where: $decision',
    async ({ path, host, address, country, decision, status }) => {
      const answer = await ask(server, path, { host, address, country });
      const text = await answer.text();
      if (decision === 'in') {
        // The content endpoint itself refuses a malformed link.
        expect(path.startsWith('/f/') ? [451] : [403, 451]).not.toContain(answer.status);
        expect(text).not.toMatch(/isn’t available in your region|is blocked|_blocked|does not answer/);
      } else {
        expect(answer.status).toBe(status);
        expect(answer.headers.get('cache-control')).toMatch(/no-store/);
        expect(answer.headers.get('set-cookie')).toBeNull();
      }
    },
  );
});

describe('a page in place of another', () => {
  const server = serverWithRules(RULES);

  test('the block page is in the language of the visitor and holds nothing of the closed page', async () => {
    const answer = await ask(server, '/ja/faq', { country: 'KP', headers: { 'accept-language': 'ja' } });
    const html = await answer.text();
    expect(answer.status).toBe(451);
    expect(html).toContain('<html lang="ja"');
    expect(html).toContain('お使いの地域では Magpie をご利用いただけません');
    expect(html).toContain('<meta name="robots" content="noindex"');
    expect(answer.headers.get('link')).toContain('rel="blocked-by"');
    expect(html).not.toContain('/drive/all');
    expect(html).toContain('href="/ja/contact-us"');
  });

  test('the block page names the blocked address, so that the visitor can report it', async () => {
    const html = await (await ask(server, '/drive/all', { address: '2001:DB8::0:7' })).text();
    expect(html).toContain('Your network address is blocked');
    expect(html).toContain('2001:db8::7');
  });

  test('the block page signs no visitor in, whatever its query asks for', async () => {
    const html = await (await ask(server, '/auth?code=abc&bridge_auth=1', { country: 'KP' })).text();
    expect(html).not.toMatch(/magpie-bridge|bridge\.js/);
    expect(html).not.toContain('code=abc');
  });

  test('the block page links the contact of the operator, which closes the contact page', async () => {
    const own = serverWithRules({ ...RULES, contact: 'mailto:legal@example.com' });
    expect(await (await ask(own, '/en-US/faq', { country: 'KP' })).text()).toContain('href="mailto:legal@example.com"');
    expect((await ask(own, '/en-US/contact-us', { country: 'KP' })).status).toBe(451);
  });

  test('every visitor may open the block page at its own address', async () => {
    const answer = await ask(server, '/blocked', {});
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  });
});

describe('a call', () => {
  const server = serverWithRules(RULES);

  test.each([
    ['region_blocked', { country: 'KP' }],
    ['address_blocked', { address: '203.0.113.5' }],
  ] as const)('a call is refused with the reason %s in the shape of the catalogue', async (reason, from) => {
    const answer = await ask(server, '/v1/user/me', { ...from, headers: { accept: 'application/json' } });
    expect(answer.status).toBe(403);
    expect(answer.headers.get('content-type')).toContain('application/json');
    const body = (await answer.json()) as {
      error: string;
      error_code: number;
      details: readonly { reason?: string }[];
    };
    expect(body).toMatchObject({ error: 'permission_denied', error_code: 7 });
    expect(JSON.stringify(body.details)).toContain(reason);
  });

  test('an upload is refused with an error of the S3-style protocol', async () => {
    const answer = await ask(server, '/u-Vx', { host: `magpie.${HOST}`, method: 'PUT', country: 'KP' });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([403, 'application/xml; charset=utf-8']);
    expect(await answer.text()).toContain('<Code>AccessDenied</Code>');
  });

  test('an upload whose key is the path of an open page shows no page', async () => {
    for (const name of ['/x', '/ops/x', '/_internal/x', '/access_controller/v1/area_accessible', '/loading']) {
      const answer = await ask(server, name, { host: `magpie.${HOST}`, method: 'PUT', country: 'KP' });
      expect([answer.status, answer.headers.get('content-type')], name).toEqual([
        405,
        'application/xml; charset=utf-8',
      ]);
      expect(await answer.text()).toContain('<Code>MethodNotAllowed</Code>');
    }
  });

  test('the access check itself is answered', async () => {
    const path = '/access_controller/v1/area_accessible';
    const answer = await ask(server, path, { country: 'KP' });
    expect(await answer.json()).toEqual({ accessible: false, reason: 'region', country_code: 'KP' });
    const other = await ask(server, `${path}?country=DE`, { country: 'KP', address: '203.0.113.5' });
    expect(await other.json()).toEqual({ accessible: true, reason: '', country_code: 'DE' });
    const found = await ask(server, `${path}?address=%3A%3Affff%3A203.0.113.5`, {});
    expect(await found.json()).toMatchObject({ accessible: false, reason: 'address' });
  });
});

describe('exceptions for operators and visitors', () => {
  const server = serverWithRules(RULES);
  const statusOf = async (path: string, from: From) => (await ask(server, path, from)).status;
  const textOf = async (path: string, from: From) => (await ask(server, path, from)).text();
  const BLOCK = /isn’t available in your region|network address is blocked/;

  test('a closed region still opens the operator pages, their sign-in and the contact page', async () => {
    const from = { country: 'KP' };
    for (const path of [
      '/ops',
      '/ops/access',
      '/auth?next=%2Fops',
      '/auth?next=%2Fops%2Faccess',
      '/en-US/contact-us',
      '/loading',
    ])
      expect(await textOf(path, from), path).not.toMatch(BLOCK);
    expect(await statusOf('/v1/shield/check/challenge', from)).not.toBe(403);
  });

  test('a closed region opens no other sign-in page', async () => {
    const from = { country: 'KP' };
    for (const path of [
      '/auth',
      '/auth?next=%2Fopsx',
      '/auth?next=%2Fdrive%2Fall',
      '/auth/sign-up?next=%2Fops',
      '/opsx',
      '/ja/ops/../faq',
    ])
      expect(await statusOf(path, from), path).toBe(451);
  });

  test('a blocked address opens the operator pages of an open session, and no sign-in', async () => {
    const from = { address: '203.0.113.5' };
    expect(await textOf('/ops', from)).not.toMatch(BLOCK);
    expect(await textOf('/auth?next=%2Fops', from)).toMatch(BLOCK);
    expect(await statusOf('/auth', { ...from, method: 'POST' })).toBe(403);
  });

  test('an operator of a closed region signs in, and stays signed in when the address is blocked too', async () => {
    const { olga } = await makePeople();
    const form = {
      method: 'POST',
      headers: {
        origin: ORIGIN,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ ...credentials(olga.email), next: '/ops' }).toString(),
    };
    const entered = await ask(server, '/auth', { country: 'KP', ...form });
    const look = entered.headers.get('location') ?? '';
    expect([entered.status, look]).toEqual([303, '/auth-success?cookie=asked&next=%2Fops']);
    const headers = { cookie: entered.headers.get('set-cookie')?.split(';')[0] ?? '' };
    const onwards = await ask(server, `/en-US${look}`, { country: 'KP', headers });
    expect([onwards.status, onwards.headers.get('location')]).toEqual([303, '/ops']);
    expect(await statusOf('/ops', { country: 'KP', headers })).toBe(200);
    expect(await statusOf('/ops/access', { address: '203.0.113.5', headers })).toBe(200);
    expect(await statusOf('/drive/all', { country: 'KP', headers })).toBe(451);
    expect(await statusOf('/drive/all', { address: '203.0.113.5', headers })).toBe(403);
  });

  test('internal calls stay open behind their secret', async () => {
    expect(await statusOf('/_internal/seed', { address: '203.0.113.5', method: 'POST' })).toBe(404);
  });
});
