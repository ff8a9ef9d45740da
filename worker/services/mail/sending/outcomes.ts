/**
 * Outcomes of the newest letters and text messages, in the memory of this isolate: whether the relay takes mail at all, and whether the
 * letter that a person waits for went out. Holds nothing that is read from storage.
 */
import type { Clock } from '#worker/platform/clock.ts';

export type Outcome = 'accepted' | 'refused';

export interface MailOutcomes {
  accepted(to: string): void;
  /** @param isOfAddress  the relay says that this one address takes no mail */
  refused(to: string, isOfAddress: boolean): void;
  /** A letter that is not sent at all, because mail to its address comes back. */
  dropped(to: string): void;
  /** Of a text message; they have another way than mail. */
  texted(to: string, outcome: Outcome): void;
  /** Since when no mail is taken, epoch ms; null: the newest one was, or none was sent. */
  failingSinceMs(): number | null;
  /** From now on. @returns the outcome of the next letter to an address, or null */
  watch(to: string): () => Outcome | null;
}

/** Addresses in a row that take no mail, until it is the relay that takes none. */
const REFUSED_ADDRESSES = 3;
/** Addresses whose newest outcome is known. */
const MAX_ADDRESSES = 1_000;

export function makeMailOutcomes(clock: Clock): MailOutcomes {
  const newest = new Map<string, { readonly outcome: Outcome; readonly number: number }>();
  /** Since the last accepted letter. */
  const refusedAddresses = new Set<string>();
  let isRelayRefusing = false;
  let sinceMs = 0;
  let count = 0;

  function note(to: string, outcome: Outcome): void {
    count += 1;
    newest.delete(to);
    newest.set(to, { outcome, number: count });
    const [oldest] = newest.keys();
    if (newest.size > MAX_ADDRESSES && oldest !== undefined) newest.delete(oldest);
  }

  return {
    accepted(to) {
      note(to, 'accepted');
      refusedAddresses.clear();
      isRelayRefusing = false;
    },
    refused(to, isOfAddress) {
      note(to, 'refused');
      if (!isRelayRefusing && refusedAddresses.size === 0) sinceMs = clock.nowMs();
      if (!isOfAddress) isRelayRefusing = true;
      else if (refusedAddresses.size < REFUSED_ADDRESSES) refusedAddresses.add(to);
    },
    dropped: (to) => note(to, 'refused'),
    texted: note,
    failingSinceMs: () => (isRelayRefusing || refusedAddresses.size === REFUSED_ADDRESSES ? sinceMs : null),
    watch(to) {
      const before = count;
      return () => {
        const found = newest.get(to);
        return found && found.number > before ? found.outcome : null;
      };
    },
  };
}
