/**
 * Password hashes computed outside the isolate: in the server's own process on one machine, beside the runtime's only thread, or in
 * objects spread by the caller's address on Cloudflare. Both return the same bytes as makeWasmEngine.
 */
import { AppError, unwrap } from '#shared/errors.ts';
import { type Keyring, toHex } from '#worker/platform/crypto.ts';
import type { HasherObject } from '../hasher.object.ts';
import type { HashEngine } from '../hashing/hash-engine.ts';
import { HASHER_PURPOSE } from '../keys.ts';

/** @param hasher  a service that answers `POST /` with the tag, or 429 with the seconds to wait: scripts/start/runtime/hasher.ts */
export function makeServiceEngine(hasher: Pick<Fetcher, 'fetch'>): HashEngine {
  return {
    async derive({ salt, ...rest }, { address, account, isChecked = false }) {
      const body = JSON.stringify({ ...rest, saltHex: toHex(salt), caller: { address, account, isChecked } });
      const response = await hasher.fetch('http://hasher/', { method: 'POST', body });
      if (response.status === 429) {
        const retryInSeconds = Number(response.headers.get('retry-after') ?? 1);
        throw new AppError('too_many_requests', { reason: 'sign_in_busy', retryInSeconds });
      }
      if (!response.ok) throw new Error(`the hasher answered ${response.status}`);
      return new Uint8Array(await response.arrayBuffer());
    },
  };
}

/** 256 objects: a flood from some addresses fills only their own queues. */
export function makeObjectEngine(hashers: DurableObjectNamespace<HasherObject>, keyring: Keyring): HashEngine {
  return {
    async derive(input, caller) {
      const digest = toHex(await keyring.mac(HASHER_PURPOSE, caller.address));
      return unwrap(await hashers.getByName(`hasher-${digest.slice(0, 2)}`).derive(input, caller));
    },
  };
}
