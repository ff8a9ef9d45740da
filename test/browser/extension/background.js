/**
 * The extension itself: has its own sign-in (client `extension`) and, when its person allows it, obtains codes for the pages.
 * It requests a code with the page's own challenge, so only that page can use it.
 */
const ORIGIN = chrome.runtime.getManifest().host_permissions[0].replace(/\/\*$/, '');
const OWN_REDIRECT = 'magpie-extension://auth';

async function post(path, body, token) {
  const answer = await fetch(ORIGIN + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
    credentials: 'omit',
  });
  return answer.json();
}

function base64url(bytes) {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Signs the extension in: by password on our pages, then by a code for its own client. */
async function signIn(username, password) {
  const first = await post('/v1/auth/signin', { client_id: 'web', username, password });
  if (!first.access_token) return first;
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const { code } = await post(
    '/v1/user/authorize',
    {
      client_id: 'extension',
      response_type: 'code',
      redirect_uri: OWN_REDIRECT,
      scope: 'user pan offline',
      code_challenge: base64url(new Uint8Array(digest)),
      code_challenge_method: 'S256',
    },
    first.access_token,
  );
  const own = await post('/v1/auth/token', {
    client_id: 'extension',
    grant_type: 'authorization_code',
    code,
    redirect_uri: OWN_REDIRECT,
    code_verifier: verifier,
  });
  // The first session stays: the extension's was opened from it, and would end with it.
  if (own.access_token) await chrome.storage.session.set({ sub: own.sub, token: own.access_token });
  return own;
}

/** Behaves correctly unless the popup selects another manner. */
async function answer(text) {
  const { id, method, params } = JSON.parse(text);
  const { sub = '', token = '', allows = true, manner = 'answer' } = await chrome.storage.session.get();
  const reply = (code, data, message = '') => JSON.stringify({ id, code, data, message });
  if (manner === 'silent') return null;
  if (method === 'auth.state') return reply(0, { signed_in: sub !== '', sub });
  if (method !== 'auth.code') return reply(404, null, 'method is not declared');
  if (!allows) return reply(7, null, 'the person said no');
  const asked = manner === 'stale' ? { ...params, code_challenge: base64url(new Uint8Array(32)) } : params;
  const { code } = await post('/v1/user/authorize', asked, token);
  return code ? reply(0, { code }) : reply(16, null, 'nobody is signed in');
}

chrome.runtime.onMessage.addListener((message, sender, respond) => {
  const isPage = sender.id === chrome.runtime.id && sender.origin === ORIGIN && sender.frameId === 0;
  const isPopup = sender.id === chrome.runtime.id && sender.url === chrome.runtime.getURL('popup.html');
  if (isPage && typeof message?.text === 'string') answer(message.text).then(respond, () => respond(null));
  else if (isPopup && message?.signIn)
    signIn(message.signIn.username, message.signIn.password).then(
      (own) => respond({ sub: own.sub ?? '' }),
      () => respond({ sub: '' }),
    );
  else return false;
  return true;
});
