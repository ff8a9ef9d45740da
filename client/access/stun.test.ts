/** Finding this browser's address by STUN: valid candidates, invalid ones, and the time limit. */
import { expect, test, vi } from 'vitest';
import { findAddress, reflectedAddress, STUN_MS, type StunPeer } from './stun.ts';

const SERVER = 'stun:stun.example.com:3478';
const OWN = 'candidate:1 1 udp 2113937151 192.168.1.7 51000 typ host';
const REFLECTED = 'candidate:2 1 udp 1677729535 203.0.113.5 51000 typ srflx raddr 0.0.0.0 rport 0';

function lab(offer: () => Promise<RTCSessionDescriptionInit> = async () => ({ type: 'offer', sdp: '' })) {
  const close = vi.fn<() => void>();
  const peer: StunPeer = {
    createDataChannel: vi.fn(),
    createOffer: offer,
    setLocalDescription: vi.fn(async () => undefined),
    close,
    onicecandidate: null,
  };
  const timers = new Map<number, () => void>();
  const makePeer = vi.fn((_config: RTCConfiguration) => peer);
  const found = findAddress(SERVER, {
    makePeer,
    after: (ms, run) => {
      timers.set(ms, run);
      return () => void timers.delete(ms);
    },
  });
  const tell = (candidate: string | null) =>
    peer.onicecandidate?.({ candidate: candidate === null ? null : { candidate } } as RTCPeerConnectionIceEvent);
  return { peer, close, timers, makePeer, found, tell };
}

test('STUN asks the configured server alone, and takes the reflected address', async () => {
  const it = lab();
  it.tell(OWN);
  it.tell(REFLECTED);
  expect(await it.found).toBe('203.0.113.5');
  expect(it.makePeer).toHaveBeenCalledWith({ iceServers: [{ urls: SERVER }] });
  expect(it.close).toHaveBeenCalledTimes(1);
  expect(it.timers.size).toBe(0);
});

test('STUN ends after 2 s without an address', async () => {
  const it = lab();
  it.tell(OWN);
  expect([...it.timers.keys()]).toEqual([STUN_MS]);
  it.timers.get(STUN_MS)?.();
  expect(await it.found).toBe('');
  expect(it.close).toHaveBeenCalledTimes(1);
});

test('STUN ends at once after the last candidate', async () => {
  const it = lab();
  it.tell(null);
  expect(await it.found).toBe('');
});

test('STUN finds no address where the browser fails', async () => {
  expect(await lab(() => Promise.reject(new Error('refused'))).found).toBe('');
  const makePeer = () => {
    throw new Error('no WebRTC here');
  };
  expect(await findAddress(SERVER, { makePeer, after: () => () => undefined })).toBe('');
});

test.each([
  [REFLECTED, '203.0.113.5'],
  [`a=${REFLECTED}`, '203.0.113.5'],
  ['candidate:2 1 UDP 1 2001:DB8::1 51000 typ srflx raddr :: rport 0', '2001:DB8::1'],
  [OWN, null],
  ['candidate:1 1 udp 1 3f2a.local 51000 typ host', null],
  ['candidate:1 1 udp 1 evil.example 51000 typ srflx', null],
  ['candidate:3 1 udp 1 203.0.113.5 51000 typ relay', null],
  ['', null],
])('of %j the address is %s', (line, address) => expect(reflectedAddress(line)).toBe(address));
