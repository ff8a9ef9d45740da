/**
 * This browser's own address as a STUN server sees it. Loaded only where the access rules need it; the address is passed to the
 * region check and stored nowhere.
 * Source: spec section 7.6 (2 s); RFC 8839 for candidate lines.
 */

/** Longest wait for the address. */
export const STUN_MS = 2_000;

/** The used part of RTCPeerConnection. */
export interface StunPeer {
  createDataChannel(label: string): unknown;
  createOffer(): Promise<RTCSessionDescriptionInit>;
  setLocalDescription(offer: RTCSessionDescriptionInit): Promise<void>;
  close(): void;
  onicecandidate: ((event: RTCPeerConnectionIceEvent) => void) | null;
}

export interface StunDeps {
  /** @throws where the browser has none, or forbids it */
  makePeer(config: RTCConfiguration): StunPeer;
  after(ms: number, run: () => void): () => void;
}

/** The server-reflexive address of a candidate line; null for every other candidate. */
export function reflectedAddress(candidate: string): string | null {
  const [, address, kind] = /^(?:a=)?candidate:\S+ \d+ \S+ \d+ (\S+) \d+ typ (\S+)/i.exec(candidate) ?? [];
  return kind === 'srflx' && address !== undefined && /^[0-9a-f.:]{2,45}$/i.test(address) ? address : null;
}

/** @param server  `stun:host:port`. @returns '' when nothing was found in 2 s; never throws */
export async function findAddress(server: string, deps: StunDeps): Promise<string> {
  let peer: StunPeer;
  try {
    peer = deps.makePeer({ iceServers: [{ urls: server }] });
  } catch {
    // No WebRTC: the check continues without an address.
    return '';
  }
  let stopClock = (): void => undefined;
  try {
    return await new Promise<string>((resolve) => {
      stopClock = deps.after(STUN_MS, () => resolve(''));
      peer.onicecandidate = ({ candidate }) => {
        // The last event has no candidate: the search has ended.
        const found = candidate ? reflectedAddress(candidate.candidate) : '';
        if (found !== null) resolve(found);
      };
      peer.createDataChannel('');
      peer
        .createOffer()
        .then((offer) => peer.setLocalDescription(offer))
        .catch(() => resolve(''));
    });
  } finally {
    stopClock();
    peer.onicecandidate = null;
    peer.close();
  }
}
