/** `/lan` of LAN mode: hands the authority's certificate to devices, with its fingerprint and the steps of each system. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { LOCALE_COOKIE, parseCookies, readTextCookie } from '#shared/cookies.ts';
import { hintedLocale } from '#shared/locale/negotiate.ts';
import { DEFAULT_LOCALE, type Locale } from '#shared/locale/tags.ts';

export const LAN_PATH = '/lan';
const FILE_PATH = '/lan/magpie-ca.crt';
const LOCALES_FOLDER = path.resolve(import.meta.dirname, '../../../locales');
const SYSTEMS = [
  ['iPhone, iPad', 'ios'],
  ['Android', 'android'],
  ['Windows', 'windows'],
  ['macOS', 'macos'],
  ['Linux', 'linux'],
] as const;

/** Colours of the product in light and dark; no script. */
const STYLE = `
:root{color-scheme:light dark;--ground:light-dark(#fff,#161b1e);--card:light-dark(#f4f5f3,#1d2428);--text:light-dark(#12181b,#edf1f1);--muted:light-dark(#545f65,#9dabb1);--line:light-dark(#e2e4df,#273034);--link:light-dark(#0a6270,#5fc4c9);--on:light-dark(#fff,#06252b)}
*{box-sizing:border-box}
body{margin:0 auto;max-width:42rem;padding:1.5rem 1rem 3rem;background:var(--ground);color:var(--text);font:1rem/1.55 system-ui,sans-serif;overflow-wrap:anywhere}
img{display:block;width:2.5rem;height:2.5rem}
h1{margin:.75rem 0 .5rem;font-size:1.6rem;line-height:1.25}
h2{margin:2rem 0 .5rem;font-size:1.15rem}
p{margin:.5rem 0}
.muted{color:var(--muted)}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;margin:1.25rem 0}
.actions a{padding:.6rem 1.1rem;border:1px solid var(--link);border-radius:.6rem;color:var(--link);font-weight:600;text-decoration:none}
.actions a.main{background:var(--link);color:var(--on)}
a:focus-visible,summary:focus-visible{outline:3px solid var(--link);outline-offset:2px}
code{display:block;overflow-wrap:anywhere;word-break:normal;padding:.75rem;border:1px solid var(--line);border-radius:.6rem;background:var(--card);font:.9rem/1.6 ui-monospace,monospace}
details{border-top:1px solid var(--line)}
details:last-of-type{border-bottom:1px solid var(--line)}
summary{padding:.75rem 0;cursor:pointer;font-weight:600}
details p{margin:0 0 1rem}
`;
const POLICY = `default-src 'none'; img-src 'self'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const escaped = (text: string): string => text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);

/** Messages by language, each file read at its first use. */
const messages = new Map<Locale, Readonly<Record<string, string>>>();

function messagesIn(locale: Locale): Readonly<Record<string, string>> {
  const known = messages.get(locale);
  if (known) return known;
  const read = JSON.parse(readFileSync(path.join(LOCALES_FOLDER, locale, 'lan.json'), 'utf8')) as Record<
    string,
    string
  >;
  messages.set(locale, read);
  return read;
}

function localeOf({ headers }: IncomingMessage): Locale {
  const cookie = readTextCookie(parseCookies(headers.cookie ?? null), LOCALE_COOKIE);
  return hintedLocale({ cookie, acceptLanguage: headers['accept-language'] }) ?? DEFAULT_LOCALE;
}

function pageOf(locale: Locale, appOrigin: string, fingerprint: string): string {
  const texts = messagesIn(locale);
  const t = (key: string): string => escaped(texts[key] ?? '');
  const system = ([name, key]: (typeof SYSTEMS)[number]): string =>
    `<details><summary>${name}</summary><p>${t(`step.${key}`)}</p></details>`;
  return `<!DOCTYPE html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${t('title')}</title><style>${STYLE}</style></head>
<body><main><img src="/logo.svg" alt=""><h1>${t('title')}</h1><p>${t('lead')}</p><p>${t('warning')}</p>
<h2>${t('fingerprint')}</h2><code>${escaped(fingerprint).replaceAll(':', ':<wbr>')}</code>
<div class="actions"><a class="main" href="${FILE_PATH}">${t('download')}</a><a href="${escaped(appOrigin)}/">${t('open')}</a></div>
<p class="muted">${t('scope')}</p>
<h2>${t('steps')}</h2>${SYSTEMS.map(system).join('')}
<h2>${t('address')}</h2><code>${escaped(appOrigin)}</code><p class="muted">${t('name')}</p></main></body></html>`;
}

export interface LanPageOptions {
  readonly appOrigin: string;
  /** Hosts, with port, that the Worker serves. Requests for others get this page. */
  readonly hosts: readonly string[];
}

/** @returns false when the request is for the Worker */
export function serveLanPage(
  { appOrigin, hosts }: LanPageOptions,
  { authority, fingerprint }: { readonly authority: string; readonly fingerprint: string },
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const target = (request.url ?? '').split('?', 1)[0] ?? '';
  const answer = (status: number, fields: Record<string, string>, body = ''): true => {
    const length = status === 200 ? { 'Content-Length': String(Buffer.byteLength(body)) } : {};
    response.writeHead(status, {
      ...length,
      ...fields,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    });
    response.end(request.method === 'HEAD' ? undefined : body);
    return true;
  };
  if (target === FILE_PATH) return answer(200, { 'Content-Type': 'application/x-x509-ca-cert' }, authority);
  if (target === LAN_PATH) {
    const locale = localeOf(request);
    const fields = {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': locale,
      'Content-Security-Policy': POLICY,
    };
    return answer(200, { ...fields, Vary: 'Cookie, Accept-Language' }, pageOf(locale, appOrigin, fingerprint));
  }
  if (hosts.includes((request.headers.host ?? '').toLowerCase())) return false;
  return answer(302, { Location: LAN_PATH });
}
