/** Clients of the people of the story: calls of the wire contract that are repeated until they have an answer, whatever happens to the server. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Body, call, type Outcome } from '#scripts/crash-test/calls.ts';
import { makeWireClient, type WireCall, type WireClient } from '#test/flow/wire-client.ts';
import type { Member } from '#test/seed/rewards-story.ts';

/** The server believes it: people come from many networks. */
export const ADDRESS_HEADER = 'x-test-address';
const PASSWORD = 'correct horse battery';
const MOST_TRIES = 600;
const TRY_MS = 100;
const SIGN_IN = 'POST:/v1/auth/signin';
const VERIFICATION = 'POST:/v1/auth/verification';

/** Ended with an answer. */
export type Answered = Exclude<Outcome, { kind: 'unknown' }>;

export interface Clients {
  /** The body of a call that must work. @throws Error */
  must(member: Member, method: string, path: string, options?: WireCall): Promise<Body>;
  /** An answer, after as many tries as it takes. @param token  '' for none; absent for the person's own */
  ask(member: Member, method: string, path: string, options?: WireCall): Promise<Answered>;
  /** Makes the account by an address and the code of a mail. */
  signUp(member: Member): Promise<void>;
  /** Opens the person's program again: a new access token, by the password where the refresh token was lost in a kill. */
  comeBack(member: Member): Promise<void>;
  /** Subjects of letters that the person may stop, of the newest 200 mails of the server. */
  hints(member: Member): Promise<readonly string[]>;
  readonly calls: () => { readonly all: number; readonly repeated: number };
}

interface Tokens {
  access: string;
  refresh: string;
}

interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

export function makeClients(origin: string): Clients {
  const wire: WireClient = makeWireClient(origin);
  const tokens = new Map<Member, Tokens>();
  let [all, repeated] = [0, 0];

  async function ask(member: Member, method: string, path: string, options: WireCall = {}): Promise<Answered> {
    const headers = { 'x-device-id': member.device, [ADDRESS_HEADER]: member.address, ...options.headers };
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      all += 1;
      const token = options.token ?? tokens.get(member)?.access ?? '';
      const outcome = await call(wire, method, path, { ...options, token, headers });
      if (outcome.kind !== 'unknown') return outcome;
      repeated += 1;
      await delay(TRY_MS);
    }
    throw new Error(`${method} ${path} of ${member.email} has no answer`);
  }

  async function must(member: Member, method: string, path: string, options?: WireCall): Promise<Body> {
    const outcome = await ask(member, method, path, options);
    if (outcome.kind !== 'ok') throw new Error(`${method} ${path} of ${member.email}: ${JSON.stringify(outcome)}`);
    return outcome.body;
  }

  async function captchaOf(member: Member, action: string): Promise<string> {
    const body = { client_id: 'cli', action, device_id: member.device, meta: { email: member.email } };
    return (await must(member, 'POST', '/v1/shield/captcha/init', { body, token: '' })).captcha_token;
  }

  function accept(member: Member, { access_token: access, refresh_token: refresh, sub }: Body): void {
    tokens.set(member, { access, refresh });
    member.userId = sub;
  }

  async function signIn(member: Member): Promise<void> {
    const headers = { 'x-captcha-token': await captchaOf(member, SIGN_IN) };
    const body = { client_id: 'cli', username: member.email, password: PASSWORD };
    accept(member, await must(member, 'POST', '/v1/auth/signin', { body, headers, token: '' }));
  }

  async function mailsTo({ email }: Member): Promise<Mail[]> {
    const answer = await fetch(`${origin}/_dev/mailbox?to=${encodeURIComponent(email)}`);
    return (await answer.json()) as Mail[];
  }

  async function codeFor(member: Member): Promise<string> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const [mail] = (await mailsTo(member)).filter(({ headers }) => !headers['List-Unsubscribe']);
      const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
      if (code) return code;
      await delay(TRY_MS);
    }
    throw new Error(`no code came for ${member.email}`);
  }

  return {
    ask,
    must,
    calls: () => ({ all, repeated }),
    hints: async (member) =>
      (await mailsTo(member)).filter(({ headers }) => headers['List-Unsubscribe']).map(({ subject }) => subject),
    async signUp(member) {
      const { email } = member;
      const headers = { 'x-captcha-token': await captchaOf(member, VERIFICATION) };
      const asked = await must(member, 'POST', '/v1/auth/verification', {
        body: { client_id: 'cli', email, target: 'ANY', usage: 'REGISTER' },
        headers,
        token: '',
      });
      const proof = { verification_id: asked.verification_id, verification_code: await codeFor(member) };
      const proved = await must(member, 'POST', '/v1/auth/verification/verify', {
        body: { client_id: 'cli', ...proof },
        token: '',
      });
      const { verification_token } = proved;
      const body = { client_id: 'cli', email, password: PASSWORD, verification_token, name: email.split('@')[0] };
      accept(member, await must(member, 'POST', '/v1/auth/signup', { body, token: '' }));
    },
    async comeBack(member) {
      const refresh_token = tokens.get(member)?.refresh ?? '';
      const body = { client_id: 'cli', grant_type: 'refresh_token', refresh_token };
      const outcome = await ask(member, 'POST', '/v1/auth/token', { body, token: '' });
      if (outcome.kind === 'ok') accept(member, outcome.body);
      else await signIn(member);
    },
  };
}
