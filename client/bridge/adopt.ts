/**
 * From a code to a signed-in browser. Where somebody is signed in already the code is opened beside that session, so that
 * its owner is known by our server's word and not by the counterpart's; the session changes only after the person's yes.
 */
import { BridgeFailure } from './failure.ts';
import type { Pending, PendingKeeper } from './pending.ts';
import type { BridgeWire, CodeProof, Holder } from './wire.ts';

export interface AdoptParts {
  readonly wire: BridgeWire;
  readonly pending: PendingKeeper;
  /** Whether somebody may be signed in here, as the page or another tab knows. A yes is verified. */
  readonly maybeSignedIn: () => boolean;
  /** The question before an account is replaced. */
  readonly mayReplace: (current: string, other: string) => Promise<boolean>;
  /** One tab at a time. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

/** `signed-in`: this browser now is `holder`. `same`: it was already. `kept`: the person said no. */
export type Adopted =
  | { readonly kind: 'signed-in'; readonly holder: Holder }
  | { readonly kind: 'same'; readonly holder: Holder }
  | { readonly kind: 'kept'; readonly other: string };

type Seen = { signedIn: Holder } | { current: Holder; other: Holder };

/** @throws BridgeFailure invalid-code, unreachable, moved */
export async function adoptCode(parts: AdoptParts, code: string, proof: Pending): Promise<Adopted> {
  const { wire } = parts;
  const seen = await parts.inTurn(() => openBeside(parts, { code, verifier: proof.verifier }));
  if ('signedIn' in seen) return { kind: 'signed-in', holder: seen.signedIn };
  const { current, other } = seen;
  if (current.sub === other.sub) {
    await wire.revoke(other);
    return { kind: 'same', holder: current };
  }
  let isReplaced = false;
  try {
    const names = await Promise.all([wire.nameOf(current), wire.nameOf(other)]);
    if (!(await parts.mayReplace(...names))) return { kind: 'kept', other: other.sub };
    const holder = await replace(parts, current, other);
    isReplaced = true;
    return { kind: 'signed-in', holder };
  } finally {
    // The session of this browser was opened from that of the code, and would end with it.
    if (!isReplaced) await wire.revoke(other);
  }
}

async function openBeside({ wire, maybeSignedIn }: AdoptParts, proof: CodeProof): Promise<Seen> {
  const current = maybeSignedIn() ? await wire.holder() : null;
  if (!current) return { signedIn: await wire.exchange(proof, true) };
  return { current, other: await wire.exchange(proof, false) };
}

/** The code is spent; `other` itself gives this browser a second one, under a proof of its own. */
async function replace({ wire, pending, inTurn }: AdoptParts, current: Holder, other: Holder): Promise<Holder> {
  const proof = await pending.begin();
  const code = await wire.authorize(other, proof.challenge, proof.state);
  pending.drop();
  return inTurn(async () => {
    const now = await wire.holder();
    if (now && now.sub !== current.sub) throw new BridgeFailure('moved', 'somebody else signed in meanwhile');
    const holder = await wire.exchange({ code, verifier: proof.verifier }, true);
    if (now) await wire.revoke(now);
    return holder;
  });
}
