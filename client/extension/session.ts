/**
 * The extension's own session (client `extension`): opened by a code that a page of ours returns, renewed by its refresh token. Tokens are in
 * the extension's storage, which no page can read.
 */
import { CallFailed, call, ORIGIN } from './call.ts';

const CLIENT = 'extension';
const SCOPE = 'user pan offline';
/** Registered for this client; the content script reads the answer on this page. */
const REDIRECT = `${ORIGIN}/auth-success?app=extension`;
/** A token is renewed this long before its end. */
const MARGIN_MS = 30_000;

export interface Account {
  readonly sub: string;
  readonly name: string;
}

interface Tokens {
  readonly sub: string;
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

const random = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

/** Opens the sign-in in a tab. Only the holder of the stored verifier can use its code. */
export async function beginSignIn(): Promise<void> {
  const [state, verifier] = [random(), random()];
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  await chrome.storage.session.set({ pending: { state, verifier } });
  const query = new URLSearchParams({
    client_id: CLIENT,
    response_type: 'code',
    redirect_uri: REDIRECT,
    scope: SCOPE,
    state,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
  });
  await chrome.tabs.create({ url: `${ORIGIN}/auth/authorize?${query}` });
}

/** Takes the answer that the content script read from the address of a page of ours. @returns false for an answer that no sign-in waits for */
export async function endSignIn(answer: { readonly code: string; readonly state: string }): Promise<boolean> {
  const { pending } = (await chrome.storage.session.get(['pending'])) as {
    pending?: { readonly state: string; readonly verifier: string };
  };
  if (!pending || pending.state !== answer.state || answer.code === '') return false;
  await chrome.storage.session.remove(['pending']);
  const tokens = await call<Tokens>('/v1/auth/token', {
    client_id: CLIENT,
    grant_type: 'authorization_code',
    code: answer.code,
    redirect_uri: REDIRECT,
    code_verifier: pending.verifier,
  });
  // Nothing is stored before the account is known: half a sign-in would save for a person whom the popup does not name.
  const me = await call<{ name: string; email: string }>('/v1/user/me', null, tokens.access_token).catch(
    async (error: unknown) => {
      await revoke(tokens.refresh_token);
      throw error;
    },
  );
  await store(tokens, { sub: tokens.sub, name: me.name || me.email });
  return true;
}

/** @param signedIn  of a sign-in, which stores both in one step */
async function store({ access_token, refresh_token, expires_in }: Tokens, signedIn?: Account): Promise<void> {
  await chrome.storage.local.set({ refresh: refresh_token, ...(signedIn ? { account: signedIn } : {}) });
  await chrome.storage.session.set({ access: { token: access_token, untilMs: Date.now() + expires_in * 1_000 } });
}

async function forget(): Promise<void> {
  await chrome.storage.local.remove(['refresh', 'account']);
  await chrome.storage.session.remove(['access', 'pending']);
}

/** Null: signed out. */
export async function account(): Promise<Account | null> {
  const { account: stored } = (await chrome.storage.local.get(['account'])) as { account?: Account };
  return stored ?? null;
}

/** One renewal at a time: a refresh token works once. */
let renewal: Promise<string> | undefined;

async function renew(): Promise<string> {
  const { refresh } = (await chrome.storage.local.get(['refresh'])) as { refresh?: string };
  if (!refresh) throw new CallFailed('unauthenticated', '');
  try {
    const tokens = await call<Tokens>('/v1/auth/token', {
      client_id: CLIENT,
      grant_type: 'refresh_token',
      refresh_token: refresh,
    });
    await store(tokens);
    return tokens.access_token;
  } catch (error) {
    if (!(error instanceof CallFailed) || error.error !== 'invalid_grant') throw error;
    await forget();
    throw new CallFailed('unauthenticated', error.message);
  }
}

async function accessToken(): Promise<string> {
  if ((await account()) === null) throw new CallFailed('unauthenticated', '');
  const { access } = (await chrome.storage.session.get(['access'])) as {
    access?: { readonly token: string; readonly untilMs: number };
  };
  if (access && Date.now() < access.untilMs - MARGIN_MS) return access.token;
  renewal ??= renew().finally(() => {
    renewal = undefined;
  });
  return renewal;
}

/** Runs a call as the person; a session that ended elsewhere is forgotten here. @throws CallFailed */
export async function asPerson<T>(work: (token: string) => Promise<T>): Promise<T> {
  try {
    return await work(await accessToken());
  } catch (error) {
    if (!(error instanceof CallFailed) || error.error !== 'unauthenticated') throw error;
    await chrome.storage.session.remove(['access']);
    return work(await accessToken());
  }
}

async function revoke(token: string): Promise<void> {
  await call('/v1/auth/revoke', { client_id: CLIENT, token }).catch(() => undefined);
}

/** Ends the session on the server too; without a network it ends here alone. */
export async function signOut(): Promise<void> {
  // A renewal in flight would store its new tokens after this.
  await renewal?.catch(() => undefined);
  const { refresh } = (await chrome.storage.local.get(['refresh'])) as { refresh?: string };
  await forget();
  if (refresh) await revoke(refresh);
}
