/**
 * The device id: 32 hex characters in local storage; one per document where storage is forbidden.
 * Source: spec section 3 (device id), wire-contract.md section 1 (browser storage).
 */
const KEY = 'deviceid';

function fresh(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The last dot-separated piece of the stored id, cut to 32 characters. */
export function deviceIdFrom(stored: string | null): string | null {
  const piece = (stored ?? '').split('.').at(-1)?.slice(0, 32) ?? '';
  return /^[0-9a-f]{32}$/i.test(piece) ? piece.toLowerCase() : null;
}

export function readDeviceId(storage: () => Storage): string {
  try {
    const known = deviceIdFrom(storage().getItem(KEY));
    if (known) return known;
    const made = fresh();
    storage().setItem(KEY, `magpie.${made}`);
    return made;
  } catch {
    // Storage is full or forbidden: the id lasts as long as the page.
    return fresh();
  }
}
