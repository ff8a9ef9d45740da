/**
 * Between pages of our site and the extension: passes questions of this window on, and reads the answer of a sign-in from the address. Stores
 * nothing, and runs on no other site.
 */
(() => {
  addEventListener('message', (event) => {
    if (event.source !== window || event.origin !== location.origin) return;
    const { magpie, text } = (event.data ?? {}) as { magpie?: unknown; text?: unknown };
    if (magpie !== 'question' || typeof text !== 'string') return;
    void chrome.runtime.sendMessage({ text }).then((answer) => {
      if (typeof answer === 'string') postMessage({ magpie: 'answer', text: answer }, location.origin);
    });
  });
  const query = new URLSearchParams(location.search);
  if (/^(?:\/[\w-]+)?\/auth-success$/.test(location.pathname) && query.get('app') === 'extension' && query.has('code'))
    void chrome.runtime.sendMessage({ signedIn: { code: query.get('code') ?? '', state: query.get('state') ?? '' } });
})();
