/** State that all lanes share: exhibited folders, their links, contents that several users upload, ended sessions. */
import { createCipheriv, createHash } from 'node:crypto';
import type { Caller } from './calls.ts';
import type { Entry } from './tree.ts';

/** A link and what is known of it. */
export interface KnownShare {
  id: string;
  owner: string;
  /** null: any number. */
  limit: number | null;
  /** Saves that were acknowledged, and saves without an answer. */
  saved: number;
  maybeSaved: number;
  cancelled: 'no' | 'yes' | 'maybe';
}

/** A grant of an exhibit. `maybe`: its end got no answer. */
export interface KnownGrant {
  id: string;
  owner: string;
  guest: string;
  state: 'invited' | 'accepted' | 'maybe' | 'ended';
}

/** A direct link of a file. */
export interface KnownDirect {
  readonly id: string;
  readonly owner: Caller;
  /** Null: a switch got no answer. */
  enabled: boolean | null;
}

/** A link that collects into the folder of a lane. */
export interface KnownCollect {
  readonly id: string;
  /** Files that visitors sent. `maybe`: taking it back got no answer. */
  readonly sent: { readonly name: string; readonly receipt: string; state: 'accepted' | 'withdrawn' | 'maybe' }[];
}

/** A folder of a share that a lane follows. */
export interface Album {
  /** '' until it is made. */
  id: string;
  readonly name: string;
  /** Of its copy; '' while it is not known. */
  ownId: string;
  /** It was never fetched. */
  isNew: boolean;
}

/** A file that comes into a share. */
export interface NewFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Null for the top. */
  readonly album: Album | null;
  /** Idempotency keys of its folder and of itself. */
  readonly keys: readonly [string, string];
  isShown: boolean;
}

/** A share that a lane follows. */
export interface Followed {
  readonly galleryId: string;
  readonly shareId: string;
  state: 'known' | 'followed' | 'fetched';
  readonly albums: Album[];
  next: NewFile | null;
}

/** A folder that never changes, shown by links. */
export interface Exhibit {
  id: string;
  name: string;
  below: ReadonlyMap<string, Entry>;
}

/** Sizes of the contents that several people upload. */
const KNOWN_SIZES = [1, 4_000, 65_536, 65_537, 150_000, 300_001];

export class SharedState {
  readonly seed: number;
  readonly shares: KnownShare[] = [];
  readonly exhibits = new Map<string, Exhibit>();
  readonly people: Caller[] = [];
  /** A person without a lane, who hands folders over. */
  giver: Caller | null = null;
  readonly grants: KnownGrant[] = [];
  readonly endedGrants: KnownGrant[] = [];
  /** Since the last kill. */
  readonly handovers: { readonly name: string; readonly taker: Caller }[] = [];
  /** By file. */
  readonly directs = new Map<string, KnownDirect>();
  /** By lane. */
  readonly collects = new Map<string, KnownCollect>();
  readonly followed = new Map<string, Followed>();
  /** Files that fetches of followed shares brought. */
  fetched = 0;
  /** Of the server. */
  origin = '';
  /** Access tokens of sessions whose end was acknowledged. */
  readonly endedTokens: string[] = [];

  constructor(seed: number) {
    this.seed = seed;
  }

  /** Files that visitors sent. */
  get collected(): number {
    return [...this.collects.values()].reduce((sum, { sent }) => sum + sent.length, 0);
  }

  /** Bytes that follow from the seed and a name. */
  bytesOf(name: string, sizeBytes: number): Uint8Array {
    const key = createHash('sha256').update(`${this.seed}/${name}`).digest().subarray(0, 16);
    return createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(sizeBytes));
  }

  /** One of the contents everybody uploads. @param at  0 to 1 */
  knownBytes(at: number): Uint8Array {
    const index = Math.floor(at * KNOWN_SIZES.length);
    return this.bytesOf(`known-${index}`, KNOWN_SIZES[index] ?? 1);
  }
}
