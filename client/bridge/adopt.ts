/**
 * Signs the browser in with a code. If a user is signed in already, the code is exchanged without changing that session, so that
 * our server names its owner. The session changes only after the user agrees.
 */

import type { BridgeWire, CodeProof, Holder } from './bridge.api.ts';
import { BridgeFailure } from './failure.ts';
import type { PendingProof, ProofStore } from './pending.ts';

export interface AdoptParts {
  readonly wire: BridgeWire;
  readonly pending: ProofStore;
  /** Whether a user may be signed in here, by the page or another tab. True is verified. */
  readonly maybeSignedIn: () => boolean;
  /** Asks the user before the account is replaced. */
  readonly mayReplace: (current: string, other: string) => Promise<boolean>;
  /** Runs the work in one tab at a time. */
  readonly withLock: <T>(work: () => Promise<T>) => Promise<T>;
}

/** `signed-in`: `holder` is signed in now. `same`: was already. `declined`: the user said no. */
export type AdoptResult =
  | { readonly kind: 'signed-in'; readonly holder: Holder }
  | { readonly kind: 'same'; readonly holder: Holder }
  | { readonly kind: 'declined'; readonly other: string };

type Exchange = { signedIn: Holder } | { current: Holder; other: Holder };

/** @throws BridgeFailure invalid-code, unreachable, moved */
export async function adoptCode(parts: AdoptParts, code: string, proof: PendingProof): Promise<AdoptResult> {
  const { wire } = parts;
  const exchange = await parts.withLock(() => openBeside(parts, { code, verifier: proof.verifier }));
  if ('signedIn' in exchange) return { kind: 'signed-in', holder: exchange.signedIn };
  const { current, other } = exchange;
  if (current.sub === other.sub) {
    await wire.revoke(other);
    return { kind: 'same', holder: current };
  }
  let isReplaced = false;
  try {
    const names = await Promise.all([wire.nameOf(current), wire.nameOf(other)]);
    if (!(await parts.mayReplace(...names))) return { kind: 'declined', other: other.sub };
    const holder = await replace(parts, current, other);
    isReplaced = true;
    return { kind: 'signed-in', holder };
  } finally {
    // A replaced session was created from that of the code and would end with it.
    if (!isReplaced) await wire.revoke(other);
  }
}

async function openBeside({ wire, maybeSignedIn }: AdoptParts, proof: CodeProof): Promise<Exchange> {
  const current = maybeSignedIn() ? await wire.holder() : null;
  if (!current) return { signedIn: await wire.exchange(proof, true) };
  return { current, other: await wire.exchange(proof, false) };
}

/** The code is spent; the session of `other` issues a second one for this browser, under its own proof. */
async function replace({ wire, pending, withLock }: AdoptParts, current: Holder, other: Holder): Promise<Holder> {
  const proof = await pending.begin();
  const code = await wire.authorize(other, proof.challenge, proof.state);
  pending.drop();
  return withLock(async () => {
    const now = await wire.holder();
    if (now && now.sub !== current.sub) throw new BridgeFailure('moved', 'another user signed in');
    const holder = await wire.exchange({ code, verifier: proof.verifier }, true);
    if (now) await wire.revoke(now);
    return holder;
  });
}
