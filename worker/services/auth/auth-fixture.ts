/**
 * A world of auth for its tests: real objects, its own keys and clock. No two worlds share a person.
 */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { makeCall } from '#worker/platform/call-fixture.ts';
import { type Keyring, makeKeyring } from '#worker/platform/crypto.ts';
import type { DomainEvent } from '#worker/platform/domain-event.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import type { Letter } from '#worker/services/mail/index.ts';
import {
  makeShieldParts,
  makeShieldService,
  type ShieldDeps,
  type ShieldService,
} from '#worker/services/shield/index.ts';
import type { AccountObject } from './account.object.ts';
import type { HashEngine } from './hashing/hash-engine.ts';
import { makeHashGate } from './hashing/hash-gate.ts';
import { type AuthDeps, type AuthParts, type AuthService, makeAuthParts, makeAuthService } from './index.ts';
import { PERSON_CHANGED } from './keys.ts';
import { makePasswords, type Passwords } from './password/password.ts';

export const APP_ORIGIN = 'https://drive.example.com';
export const DEVICE = '0123456789abcdef0123456789abcdef';
export const PASSWORD = 'magpie-demo';

const MANY = { perSecond: 1_000, burst: 1_000 };
const UNLIMITED = { places: 1_000, perAddress: 1_000, perAccount: 1_000, loudFrom: 1_000, quiet: MANY, loud: MANY };

/** In place of Argon2id, which password.worker.test.ts tests: thousands of hashes would take minutes of the tests. */
const QUICK_ENGINE: HashEngine = {
  async derive({ text, salt, tagBytes }) {
    const key = await crypto.subtle.importKey('raw', new Uint8Array(salt), 'HKDF', false, ['deriveBits']);
    const info = new TextEncoder().encode(text);
    const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info };
    return new Uint8Array(await crypto.subtle.deriveBits(hkdf, key, 8 * tagBytes));
  },
};

export interface TestWorld {
  readonly auth: AuthService;
  /** The parts of its operations. */
  readonly parts: AuthParts;
  readonly shield: ShieldService;
  readonly keyring: Keyring;
  /** The objects themselves, uncounted. */
  readonly accounts: DurableObjectNamespace<AccountObject>;
  readonly directory: AuthDeps['directory'];
  readonly time: { nowMs: number };
  /** Letters written, also those of refused calls. */
  readonly letters: Letter[];
  /** Whether mail can leave; tests may turn it off. */
  readonly post: { ready: boolean; textReady: boolean };
  /** How many Argon2id were computed, and object calls made. */
  readonly spent: { argon2: number; objectCalls: number };
  /** Waits for the work beside the calls so far. */
  settle(): Promise<void>;
  call(more?: Partial<CallContext>): CallContext;
  signIn(
    more?: { username?: string; password?: string; captchaToken?: string; clientId?: string },
    callMore?: Partial<CallContext>,
  ): ReturnType<AuthService['signIn']>;
  captcha(action?: string): Promise<string>;
  bearer(token: string): Promise<Caller>;
}

export async function makeJwk(kid = newHexId(4)): Promise<string> {
  const pair = (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair;
  const jwk = (await crypto.subtle.exportKey('jwk', pair.privateKey)) as JsonWebKey;
  return JSON.stringify({ kty: jwk.kty, crv: jwk.crv, x: jwk.x, y: jwk.y, d: jwk.d, alg: 'ES256', use: 'sig', kid });
}

function counted<T extends object>(namespace: T, onCall: () => void): T {
  const stubOf = (stub: object): object =>
    new Proxy(stub, {
      get(target, key) {
        const method = Reflect.get(target, key) as unknown;
        if (typeof method !== 'function') return method;
        return (...parameters: unknown[]) => {
          onCall();
          return (target as Record<PropertyKey, (...values: unknown[]) => unknown>)[key]?.(...parameters);
        };
      },
    });
  return new Proxy(namespace, {
    get: (target, key) =>
      key === 'getByName'
        ? (name: string) => stubOf((target as unknown as { getByName(name: string): object }).getByName(name))
        : Reflect.get(target, key),
  });
}

export async function makeWorld(
  limits: Partial<AuthDeps['limits']> & Partial<ShieldDeps['limits']> = {},
  otherPasswords: Partial<Passwords> = {},
  other: Partial<Pick<AuthDeps, 'clients' | 'jwtPrivateJwk' | 'hashing' | 'signInProviders' | 'documents'>> = {},
): Promise<TestWorld> {
  const bindings = env as unknown as {
    ACCOUNT: DurableObjectNamespace<AccountObject>;
    DIRECTORY: AuthDeps['directory'];
    SHIELD: ShieldDeps['shield'];
  };
  const time = { nowMs: 1_800_000_000_000 };
  const clock = { nowMs: () => time.nowMs };
  const spent = { argon2: 0, objectCalls: 0 };
  const all = {
    signInAttempts: 10,
    signInWindowSeconds: 900,
    captchaPerMinute: 600,
    verificationsPerHour: 1_000,
    mailGapSeconds: 60,
    mailsPerDay: 10,
    ...limits,
  };
  const letters: Letter[] = [];
  const post = { ready: true, textReady: true };
  const mail: AuthDeps['mail'] = {
    get ready() {
      return post.ready;
    },
    get textReady() {
      return post.textReady;
    },
    // An event without a handler: tests read the letter from the list.
    prepare: async (letter) => ({ event: 'test.letter', payload: { number: letters.push(letter) } }),
  };
  const keyring = makeKeyring(newHexId(32));
  const onCall = () => {
    spent.objectCalls += 1;
  };
  const argon2 = makePasswords(keyring, QUICK_ENGINE);
  const passwords: Passwords = {
    ...argon2,
    verify(phc, password, caller) {
      spent.argon2 += 1;
      return argon2.verify(phc, password, caller);
    },
    hash(password, caller) {
      spent.argon2 += 1;
      return argon2.hash(password, caller);
    },
    ...otherPasswords,
  };
  // Never asks for a human check; test/flow/human-check.test.ts covers those.
  const shield = makeShieldService(
    makeShieldParts({ shield: counted(bindings.SHIELD, onCall), keyring, limits: all, clock, mode: 'never' }),
  );
  const underway: Promise<unknown>[] = [];
  const deps: AuthDeps = {
    later: (work) => void underway.push(work),
    accounts: counted(bindings.ACCOUNT, onCall),
    directory: counted(bindings.DIRECTORY, onCall),
    shield,
    mail,
    keyring,
    jwtPrivateJwk: await makeJwk(),
    appOrigin: APP_ORIGIN,
    limits: all,
    clock,
    passwords,
    // All people of a test share one address, so it has as many places as a test needs. Real limits: hash-gate.test.ts.
    hashing: makeHashGate(clock, UNLIMITED),
    ...other,
  };
  const parts = makeAuthParts(deps);
  const auth = makeAuthService(parts);
  await auth.seedDemo(time.nowMs);
  Object.assign(spent, { argon2: 0, objectCalls: 0 });

  const call = (more: Partial<CallContext> = {}) =>
    makeCall(time.nowMs, { deviceId: DEVICE, origin: APP_ORIGIN, ...more });

  return {
    auth,
    parts,
    shield,
    keyring,
    accounts: bindings.ACCOUNT,
    directory: bindings.DIRECTORY,
    time,
    letters,
    post,
    spent,
    settle: async () => void (await Promise.all(underway.splice(0))),
    call,
    signIn: (more = {}, callMore = {}) =>
      auth.signIn(
        { clientId: 'cli', username: 'alice@example.com', password: PASSWORD, captchaToken: '', ...more },
        call(callMore),
      ),
    captcha: async (action = 'POST:/v1/auth/signin') =>
      (await shield.initCaptcha({ clientId: 'cli', action, deviceId: DEVICE }, call())).captcha_token,
    async bearer(token) {
      const caller = await auth.verifyBearer(token, time.nowMs);
      if (!caller) throw new Error('no living bearer');
      await Promise.all(underway.splice(0));
      return caller;
    },
  };
}

/** Replaces the delivery of an account. @returns its events, collected while they are taken; those about operators' lists are not collected */
export async function listen(
  { accounts }: TestWorld,
  userId: string,
  take: (item: DomainEvent) => boolean,
): Promise<DomainEvent[]> {
  const received: DomainEvent[] = [];
  await runInDurableObject(accounts.getByName(userId), (object) => {
    Object.assign(object, {
      deliver: async (items: readonly DomainEvent[]) => {
        const taken = items.filter(take);
        received.push(...taken.filter(({ event }) => event !== PERSON_CHANGED));
        return taken.map((item) => item.id);
      },
    });
  });
  return received;
}
