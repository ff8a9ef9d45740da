/** For tests: a server that keeps sessions, codes and their challenges as ours does, a browser with one cookie, and counterparts that lie. */
import { makeFetch } from '#client/api/fetch.ts';
import type { Counterpart } from './counterpart.ts';
import type { LoopbackPermission } from './desktop.ts';
import type { BridgeFailure } from './failure.ts';
import { type EntryParts, enterPage } from './page-entry.ts';
import { challengeOf, makePendingKeeper } from './pending.ts';
import { BRIDGE_CALLS, makeBridgeWire } from './wire.ts';

export const ORIGIN = 'https://magpie.example';

export interface EntrySetup {
  path: string;
  /** Signed in here by the cookie. */
  here?: string;
  /** What the page says about it; left out: the truth. */
  pageSays?: string;
  /** Signed in to the counterpart; the counterpart may claim another. */
  there?: string;
  claims?: string;
  /** Whether the counterpart asks its code for our challenge. */
  isHonest?: boolean;
  agrees?: boolean;
  isApp?: boolean;
  fails?: BridgeFailure;
  permission?: LoopbackPermission;
  /** Somebody signs in in another tab while the question stands. */
  movesTo?: string;
  isDown?: boolean;
  /** What our server answers to every renewal. */
  renewal?: string;
}

export function makeEntryWorld(setup: EntrySetup) {
  let cookie = setup.here ?? '';
  const codes = new Map<string, { sub: string; challenge: string }>();
  const revoked: string[] = [];
  const calls: string[] = [];
  const gone: string[] = [];
  const addresses: string[] = [];
  const told: string[] = [];
  const texts = new Map<string, string>();
  const questions: string[] = [];
  let made = 0;
  let href = ORIGIN + setup.path;

  const mint = (sub: string, challenge: string): string => {
    const code = `code${++made}`;
    codes.set(code, { sub, challenge });
    return code;
  };
  const fetchFake: typeof fetch = async (input, init) => {
    const path = new URL(String(input)).pathname;
    if (setup.isDown) throw new TypeError('network');
    const headers = new Headers(init?.headers);
    const body = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as Record<string, string>;
    const bearer = (headers.get('authorization') ?? '').replace('Bearer token-', '');
    const keeps = init?.credentials === 'same-origin';
    const token = (sub: string) => Response.json({ sub, access_token: `token-${sub}`, expires_in: 7_200 });
    const refuse = (error: string) => Response.json({ error, error_code: 4126 }, { status: 400 });
    if (path === BRIDGE_CALLS.token.path && body['grant_type'] === 'refresh_token') {
      calls.push('renew');
      if (setup.renewal !== undefined) return refuse(setup.renewal);
      return cookie ? token(cookie) : refuse('invalid_grant');
    }
    if (path === BRIDGE_CALLS.token.path) {
      calls.push(keeps ? 'exchange and keep' : 'exchange');
      const found = codes.get(body['code'] ?? '');
      codes.delete(body['code'] ?? '');
      if (!found || (await challengeOf(body['code_verifier'] ?? '')) !== found.challenge)
        return refuse('invalid_grant');
      if (keeps) cookie = found.sub;
      return token(found.sub);
    }
    if (path === BRIDGE_CALLS.me.path) return Response.json({ sub: bearer, name: bearer, email: `${bearer}@x` });
    if (path === BRIDGE_CALLS.authorize.path) {
      calls.push(`authorize ${bearer}`);
      return Response.json({ code: mint(bearer, body['code_challenge'] ?? '') });
    }
    revoked.push(body['token'] ?? '');
    return Response.json({});
  };

  const ask = async (params: Readonly<Record<string, unknown>>): Promise<string> => {
    if (setup.fails) throw setup.fails;
    const asked = String(params['code_challenge']);
    return mint(setup.there ?? 'bob', setup.isHonest === false ? await challengeOf('something else') : asked);
  };
  const counterpart: Counterpart = {
    state: async () => {
      if (setup.fails) throw setup.fails;
      return setup.claims ?? setup.there ?? '';
    },
    code: ask,
  };
  const pending = makePendingKeeper(
    () =>
      ({
        getItem: (name: string) => texts.get(name) ?? null,
        setItem: (name: string, value: string) => void texts.set(name, value),
        removeItem: (name: string) => void texts.delete(name),
      }) as unknown as Storage,
    () => 1_000,
  );
  let declined = '';
  const sub = setup.pageSays ?? setup.here ?? '';
  const parts: EntryParts = {
    place: {
      get href() {
        return href;
      },
      origin: ORIGIN,
    } as EntryParts['place'],
    past: {
      state: null,
      replaceState: (_state, _title, url) => {
        href = new URL(String(url), href).href;
        addresses.push(String(url));
      },
    },
    go: (address) => void gone.push(address),
    clientId: 'web',
    sub,
    wire: makeBridgeWire({ origin: ORIGIN, clientId: 'web', deviceId: 'd', locale: 'en-US', fetch: fetchFake }),
    pending,
    maybeSignedIn: () => sub !== '',
    mayReplace: async (current, other) => {
      questions.push(`replace ${current} by ${other}`);
      if (setup.movesTo !== undefined) cookie = setup.movesTo;
      return setup.agrees ?? false;
    },
    inTurn: (work) => work(),
    app: setup.isApp === false ? null : counterpart,
    extension: counterpart,
    desktop: {
      permission: async () => setup.permission ?? 'granted',
      http: makeFetch({
        locale: 'en-US',
        fetch: async (_url, init) => {
          const code = await ask(JSON.parse(String(init?.body)) as Record<string, unknown>);
          return new Response(null, { headers: { 'x-auth-code': code } });
        },
      }),
    },
    words: {
      waiting: (who) => {
        questions.push(`waiting ${who}`);
        return () => void questions.push(`done ${who}`);
      },
      agreeToDesktop: async (permission) => {
        questions.push(`desktop ${permission}`);
        return setup.agrees ?? false;
      },
      mayReplace: async () => false,
      failed: async (kind, who) => {
        questions.push(`failed ${kind} ${who}`);
        return false;
      },
    },
    declined: {
      get: () => declined,
      set: (value) => {
        declined = value;
      },
    },
    news: {
      signedIn: (who) => void told.push(`in ${who}`),
      failed: () => void told.push('failed'),
    },
  };
  return {
    parts,
    pending,
    mint,
    enter: () => enterPage(parts),
    cookie: () => cookie,
    calls,
    gone,
    addresses,
    told,
    questions,
    revoked,
    kept: texts,
  };
}
