/** An installation of a company: no page speaks of plans and rewards in any language, their addresses are unknown, and its name is everywhere. */
import { afterAll, expect, it } from 'vitest';
import { basicDocument } from '#shared/config/documents.ts';
import { serviceDocument } from '#shared/config/look.ts';
import { joinLocale } from '#shared/locale/path.ts';
import { LOCALES, type Locale } from '#shared/locale/tags.ts';
import { membershipContract } from '#shared/membership/contract.ts';
import { matchRoute, POLICY_DOCUMENTS, ROUTE_TABLE } from '#shared/route-table.ts';
import { ROUTES, type RouteId } from '#shared/routes.ts';
import { HELP_SLUGS } from '#shared/site/help-map.ts';
import { isAboutOffers } from '#shared/site/offers.ts';
import { servicesOf } from '#worker/compose.ts';
import { makeMemoryDocuments } from './documents.ts';
import { cookieOf } from './page-visits.ts';
import { env, makeServer, ORIGIN, send } from './send.ts';
import { visit } from './visit.ts';
import { giftCode, makePeople, ok, seed } from './world.ts';

/** Words of plans, prices, check-in, referral and gift codes. */
const WORDS: Readonly<Record<Locale, RegExp>> = {
  'en-US': /\bpremium\b|\bplans?\b|\bprices?\b|check-?in\b|gift code|invite friends|\brewards?\b|upgrade/i,
  'zh-CN': /会员|套餐|价格|签到|礼品码|邀请好友|奖励/,
  'zh-TW': /premium|方案|價格|簽到|禮品碼|邀請好友|獎勵/i,
  ja: /プレミアム|プラン|料金|チェックイン|ギフトコード|友だちを招待|特典/,
  ko: /프리미엄|요금제|가격|출석|기프트 코드|친구 초대|보상/,
  es: /premium|\bplan(es)?\b|\bprecios?\b|visita diaria|código de regalo|invitar a amigos|recompensa/i,
  pt: /premium|(?<!segundo )\bplanos?\b|\bpreços?\b|check-in|código de presente|convidar amigos|recompensa/i,
  ru: /премиум|тариф|ежедневн|подарочн|пригласить друзей|наград/i,
  uk: /преміум|тариф|щоденн|подарунков|запросити друзів|винагород/i,
  id: /premium|lihat paket|paket gratis|\bharga\b|check-in|kode hadiah|undang teman|hadiah/i,
  ms: /premium|\bpelan\b|\bharga\b|daftar masuk harian|kod hadiah|jemput rakan|ganjaran/i,
};

/** The words that a reader of a page gets: markup without scripts, styles and tags, and the texts that scripts show. */
function wordsOf(html: string): string {
  return html
    .replace(/<(style|svg)\b.*?<\/\1>/gs, ' ')
    .replace(/<[^>]*\b(?:aria-label|title|alt|content|placeholder)="([^"]*)"[^>]*>/g, ' $1 ')
    .replace(/<script\b[^>]*>.*?<\/script>/gs, ' ')
    .replace(/<[^>]+>/g, ' ');
}

/** Pages of operators and developers, and those that answer to their own flow alone. */
const OTHER =
  /^(ops|dev|docs|look|shield)\.|sign-out|close-note|export|files|undo|blocked|receive|reset|device|factors|connect|passkey|authorize|picture|site\.blog/;

/** Every page without parameters, every article and every policy. */
const PATHS = [
  ...Object.entries(ROUTES).flatMap(([id, pattern]) =>
    pattern.includes('{') || OTHER.test(id) || ROUTE_TABLE[id as RouteId].languages === 'file' ? [] : [pattern],
  ),
  ...HELP_SLUGS.map((slug) => `/help-center/${slug}`),
  ...POLICY_DOCUMENTS.map((doc) => `/policy/${doc}`),
  '/activity/christmas',
];

const company = makeServer({ bindings: { SERVICE_KIND: 'company' } });

const get = (path: string, headers: Record<string, string> = {}) => visit(path, { server: company, headers });

const firstOf = ({ initial }: { initial: string }) => (JSON.parse(initial) as { default: object }).default;

await seed();
const { alice } = await makePeople();
const { cookie } = await cookieOf(alice.email, 'magpie-demo');

// Files share an isolate, whose texts are those of the last request: this one makes them the usual ones.
afterAll(async () => {
  await visit('/en-US');
});

it.each(LOCALES)('a company has no page in %s that speaks of plans and rewards', async (locale) => {
  const headers = { cookie: `${cookie}; pp_locale=${locale}`, 'accept-language': locale };
  for (const path of PATHS) {
    const isBare = ROUTE_TABLE[matchRoute(path)?.id ?? 'home'].languages === 'bare';
    const answer = await get(isBare ? path : joinLocale(locale, path), headers);
    if (isAboutOffers(path)) expect([path, answer.status]).toEqual([path, 404]);
    else expect([path, answer.status < 400]).toEqual([path, true]);
    const shown = wordsOf(await answer.text());
    const at = shown.replaceAll(path, '').search(WORDS[locale]);
    expect([path, at < 0 ? '' : shown.slice(Math.max(0, at - 60), at + 60)]).toEqual([path, '']);
  }
});

it('a company: answers calls in their shape, and sells and redeems nothing', async () => {
  const ask = { server: company, token: alice.token };
  expect(await ok(membershipContract.paySettings, ask)).toMatchObject({ sells: false, currencies: [] });
  const code = await giftCode();
  const refused = await send(membershipContract.activate, { ...ask, body: { activation_code: code } });
  expect([refused.status, await refused.json()]).toMatchObject([400, { error: 'invalid_activation_code' }]);
});

const NAME = 'Acme & Söhne';
const shown = (html: string) => html.replaceAll('&amp;', '&');

// In memory: other files read the documents that all share.
const { kv } = makeMemoryDocuments({
  basic: { default: { ...firstOf(basicDocument), product_name: NAME } },
  service: {
    default: {
      ...firstOf(serviceDocument),
      accent: '#0057b8',
      footer: 'Acme GmbH, Berlin',
      privacy_url: 'https://acme.example/privacy',
    },
  },
});
const server = makeServer({ bindings: { CONFIG: kv } });

it('the look of an installation is on pages, cards, the manifest, letters and consent, and nothing says the name of the product', async () => {
  const page = async (path: string, headers: Record<string, string> = {}) =>
    shown(await (await visit(path, { server, headers })).text());
  for (const path of ['/en-US', '/ja/faq', '/en-US/contact-us', '/auth', '/offline', '/en-US/nothing-here']) {
    const html = await page(path);
    expect([path, html.includes(NAME)]).toEqual([path, true]);
    expect([path, /.{0,40}\bMagpie\b(?!-).{0,40}/.exec(wordsOf(html))?.[0] ?? '']).toEqual([path, '']);
  }
  const home = await page('/en-US');
  expect(home).toContain('Acme GmbH, Berlin');
  expect(home).toContain('href="https://acme.example/privacy"');
  expect(home).toContain(`<meta property="og:site_name" content="${NAME}"/>`);
  expect(JSON.parse(await page('/look/manifest/en-US'))).toMatchObject({ name: NAME, id: '/' });
  // Events of the drive are answered by the other server of this isolate, which chooses its own texts.
  await expect.poll(() => page('/drive/all', { cookie })).toContain(` · ${NAME}</title>`);
  const { mail } = servicesOf({ ...env, CONFIG: kv });
  const letter = {
    kind: 'welcome',
    channel: 'mail',
    to: 'x@example.com',
    locale: 'en-US',
    code: '',
    writtenMs: 0,
    untilMs: 1,
  } as const;
  const { html, text } = await mail.preview(letter);
  expect(shown(html)).toContain(NAME);
  expect(html).toContain('#0057b8');
  expect(text).toContain('Acme GmbH, Berlin');
  expect(html + text).not.toContain('Magpie');
  const consent = await page(
    `/auth/authorize?${new URLSearchParams({
      client_id: 'cli',
      response_type: 'code',
      redirect_uri: 'http://127.0.0.1:9999/callback',
      scope: 'user',
      state: 'abcdefgh',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    })}`,
    { cookie },
  );
  expect(consent).toContain(`<bdi>${NAME}</bdi> <span class="text-muted">${new URL(ORIGIN).host}</span>`);
});
