/** Tries the two hosts of the installation from the browser of the operator, and says which one does not answer. In English. */

const LIST = '[data-try-hosts]';
/** 8 s: a host that is not reachable at all answers never. */
const WAIT_MS = 8_000;

async function answers(address: string): Promise<boolean> {
  try {
    // The answer of another origin is not read: that there is one says that name, certificate and proxy are right.
    await fetch(address, { mode: 'no-cors', cache: 'no-store', signal: AbortSignal.timeout(WAIT_MS) });
    return true;
  } catch {
    return false;
  }
}

export async function tryHosts(page: Document): Promise<void> {
  const list = page.querySelector<HTMLElement>(LIST);
  if (!list) return;
  const addresses = (list.dataset['tryHosts'] ?? '').split(' ').filter(Boolean);
  const results = await Promise.all(addresses.map(async (address) => ({ address, ok: await answers(address) })));
  const failed = results.filter(({ ok }) => !ok).map(({ address }) => new URL(address).origin);
  list.textContent =
    failed.length === 0
      ? 'Both answer this browser: mark it as done.'
      : `This browser gets no answer from ${failed.join(' and ')}: look at its name, its certificate and the proxy.`;
}
