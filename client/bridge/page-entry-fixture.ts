/** For tests of page entry: a server with sessions, codes and challenges, a browser with one cookie, and counterparts that may lie. */
import { makeFetch } from '#client/api/fetch.ts';
import { BRIDGE_CALLS, makeBridgeWire } from './bridge.api.ts';
import type { Counterpart } from './counterpart.ts';
import type { LoopbackPermission } from './desktop.ts';
import type { BridgeFailure } from './failure.ts';
import { type EntryParts, enterPage } from './page-entry.ts';
import { challengeOf, makeProofStore } from './pending.ts';

export const ORIGIN = 'https://magpie.example';

export interface EntrySetup {
  path: string;
  /** User of the session cookie. */
  here?: string;
  /** User id of the page; left out: that of the cookie. */
  pageSays?: string;
  /** User of the counterpart, which may claim another. */
  there?: string;
  claims?: string;
  /** Whether the counterpart requests its code for the page's challenge. */
  isHonest?: boolean;
  agrees?: boolean;
  isApp?: boolean;
  fails?: BridgeFailure;
  permission?: LoopbackPermission;
  /** User who signs in in another tab while the question is open. */
  movesTo?: string;
  isDown?: boolean;
  /** Error of every renewal. */
  renewal?: string;
}

/** The server's sessions and codes; `cookie` is the session of the browser. */
function makeAuthServer(setup: EntrySetup) {
  const session = { cookie: setup.here ?? '' };
  const codes = new Map<string, { sub: string; challenge: string }>();
  const revoked: string[] = [];
  const calls: string[] = [];
  let issued = 0;

  const issueCode = (sub: string, challenge: string): string => {
    const code = `code${++issued}`;
    codes.set(code, { sub, challenge });
    return code;
  };
  const tokenAnswer = (sub: string) => Response.json({ sub, access_token: `token-${sub}`, expires_in: 7_200 });
  const refuse = (error: string) => Response.json({ error, error_code: 4126 }, { status: 400 });

  async function exchange(body: Record<string, string>, setsCookie: boolean): Promise<Response> {
    calls.push(setsCookie ? 'exchange with cookie' : 'exchange');
    const code = codes.get(body['code'] ?? '');
    codes.delete(body['code'] ?? '');
    if (!code || (await challengeOf(body['code_verifier'] ?? '')) !== code.challenge) return refuse('invalid_grant');
    if (setsCookie) session.cookie = code.sub;
    return tokenAnswer(code.sub);
  }

  const fetchFake: typeof fetch = async (input, init) => {
    const path = new URL(String(input)).pathname;
    if (setup.isDown) throw new TypeError('network');
    const headers = new Headers(init?.headers);
    const body = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as Record<string, string>;
    const bearer = (headers.get('authorization') ?? '').replace('Bearer token-', '');
    if (path === BRIDGE_CALLS.token.path && body['grant_type'] === 'refresh_token') {
      calls.push('renew');
      if (setup.renewal !== undefined) return refuse(setup.renewal);
      return session.cookie ? tokenAnswer(session.cookie) : refuse('invalid_grant');
    }
    if (path === BRIDGE_CALLS.token.path) return exchange(body, init?.credentials === 'same-origin');
    if (path === BRIDGE_CALLS.me.path) return Response.json({ sub: bearer, name: bearer, email: `${bearer}@x` });
    if (path === BRIDGE_CALLS.authorize.path) {
      calls.push(`authorize ${bearer}`);
      return Response.json({ code: issueCode(bearer, body['code_challenge'] ?? '') });
    }
    revoked.push(body['token'] ?? '');
    return Response.json({});
  };
  return { session, revoked, calls, issueCode, fetchFake };
}

function makeCounterparts(setup: EntrySetup, issueCode: (sub: string, challenge: string) => string) {
  const code = async (params: Readonly<Record<string, unknown>>): Promise<string> => {
    if (setup.fails) throw setup.fails;
    const challenge = String(params['code_challenge']);
    return issueCode(setup.there ?? 'bob', setup.isHonest === false ? await challengeOf('something else') : challenge);
  };
  const state = async () => {
    if (setup.fails) throw setup.fails;
    return setup.claims ?? setup.there ?? '';
  };
  const counterpart: Counterpart = { state, code };
  const desktop: EntryParts['desktop'] = {
    permission: async () => setup.permission ?? 'granted',
    http: makeFetch({
      locale: 'en-US',
      fetch: async (_url, init) => {
        const answer = await code(JSON.parse(String(init?.body)) as Record<string, unknown>);
        return new Response(null, { headers: { 'x-auth-code': answer } });
      },
    }),
  };
  return { counterpart, desktop };
}

/** Dialogs that answer by the setup. @param questions  lists what they show */
function makeFakeDialogs(setup: EntrySetup, questions: string[]): EntryParts['dialogs'] {
  return {
    waiting: (source) => {
      questions.push(`waiting ${source}`);
      return () => void questions.push(`done ${source}`);
    },
    agreeToDesktop: async (permission) => {
      questions.push(`desktop ${permission}`);
      return setup.agrees ?? false;
    },
    mayReplace: async () => false,
    failed: async (kind, source) => {
      questions.push(`failed ${kind} ${source}`);
      return false;
    },
  };
}

export function makeEntryWorld(setup: EntrySetup) {
  const { session, revoked, calls, issueCode, fetchFake } = makeAuthServer(setup);
  const { counterpart, desktop } = makeCounterparts(setup, issueCode);
  const visited: string[] = [];
  const addresses: string[] = [];
  const events: string[] = [];
  const texts = new Map<string, string>();
  const questions: string[] = [];
  let href = ORIGIN + setup.path;
  let declined = '';
  const storage = {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, value: string) => void texts.set(name, value),
    removeItem: (name: string) => void texts.delete(name),
  } as unknown as Storage;
  const pending = makeProofStore(
    () => storage,
    () => 1_000,
  );
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
    go: (address) => void visited.push(address),
    clientId: 'web',
    sub,
    wire: makeBridgeWire({ origin: ORIGIN, clientId: 'web', deviceId: 'd', locale: 'en-US', fetch: fetchFake }),
    pending,
    maybeSignedIn: () => sub !== '',
    mayReplace: async (current, other) => {
      questions.push(`replace ${current} by ${other}`);
      if (setup.movesTo !== undefined) session.cookie = setup.movesTo;
      return setup.agrees ?? false;
    },
    withLock: (work) => work(),
    app: setup.isApp === false ? null : counterpart,
    extension: counterpart,
    desktop,
    dialogs: makeFakeDialogs(setup, questions),
    declined: {
      get: () => declined,
      set: (value) => {
        declined = value;
      },
    },
    events: {
      signedIn: (userId) => void events.push(`in ${userId}`),
      failed: () => void events.push('failed'),
    },
  };
  return {
    parts,
    pending,
    issueCode,
    enter: () => enterPage(parts),
    cookie: () => session.cookie,
    calls,
    visited,
    addresses,
    events,
    questions,
    revoked,
    texts,
  };
}
