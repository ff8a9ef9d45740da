/** Asks a tracker over UDP (BEP 15) for the downloader, which has no UDP of its own: it would resolve and call any address. */
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { writeBencode } from '#shared/drive/torrent/bencode.ts';

/** BEP 15: the constant that opens a connection. */
const PROTOCOL_ID = 0x41727101980n;
const [CONNECT, ANNOUNCE, FAILED] = [0, 1, 3];
const EVENTS: Readonly<Record<string, number>> = { completed: 1, started: 2, stopped: 3 };
const TRY_MS = 5_000;
const TRIES = 2;
const WANTED_PEERS = 100;
const HEAD_BYTES = 20;

/** Bytes of a percent-encoded field of 20 bytes. */
function digestOf(query: URLSearchParams, raw: string, name: string): Buffer {
  const text = new RegExp(`(?:^|&)${name}=([^&]*)`).exec(raw)?.[1] ?? '';
  const bytes = Buffer.from(
    text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
  if (bytes.length !== 20) throw new Error(`${name} has ${query.get(name)?.length ?? 0} characters`);
  return bytes;
}

function announcement(connection: Buffer, mark: number, rawQuery: string): Buffer {
  const query = new URLSearchParams(rawQuery);
  const count = (name: string): bigint => BigInt(/^\d{1,18}$/.exec(query.get(name) ?? '')?.[0] ?? 0);
  const packet = Buffer.alloc(98);
  connection.copy(packet, 0);
  packet.writeUInt32BE(ANNOUNCE, 8);
  packet.writeUInt32BE(mark, 12);
  digestOf(query, rawQuery, 'info_hash').copy(packet, 16);
  digestOf(query, rawQuery, 'peer_id').copy(packet, 36);
  packet.writeBigUInt64BE(count('downloaded'), 56);
  packet.writeBigUInt64BE(count('left'), 64);
  packet.writeBigUInt64BE(count('uploaded'), 72);
  packet.writeUInt32BE(EVENTS[query.get('event') ?? ''] ?? 0, 80);
  packet.writeInt32BE(WANTED_PEERS, 92);
  packet.writeUInt16BE(Number(count('port') & 0xffffn), 96);
  return packet;
}

/** @param rawQuery  of the request by HTTP. @returns the answer in the form of one by HTTP */
export async function askUdpTracker(at: LookupAddress, port: number, rawQuery: string): Promise<Uint8Array> {
  const socket = createSocket(isIP(at.address) === 6 ? 'udp6' : 'udp4');
  const socketFailure = Promise.withResolvers<never>();
  socketFailure.promise.catch(() => undefined);
  socket.on('error', (error) => socketFailure.reject(error));

  /** Sends until the answer to exactly this packet comes. */
  function exchange(packet: Buffer, mark: number, action: number): Promise<Buffer> {
    const answered = Promise.withResolvers<Buffer>();
    let sent = 0;
    const send = (): void => {
      sent += 1;
      if (sent > TRIES) answered.reject(new Error('the tracker does not answer'));
      else socket.send(packet, port, at.address);
    };
    const timer = setInterval(send, TRY_MS);
    const onMessage = (message: Buffer, from: { address: string; port: number }): void => {
      if (from.port !== port || message.length < 8 || message.readUInt32BE(4) !== mark) return;
      if (message.readUInt32BE(0) === action) answered.resolve(message);
      else if (message.readUInt32BE(0) === FAILED) answered.reject(new Error('the tracker refuses'));
    };
    socket.on('message', onMessage);
    send();
    return Promise.race([answered.promise, socketFailure.promise]).finally(() => {
      clearInterval(timer);
      socket.off('message', onMessage);
    });
  }

  try {
    const hello = Buffer.alloc(16);
    const mark = randomInt(2 ** 31);
    hello.writeBigUInt64BE(PROTOCOL_ID, 0);
    hello.writeUInt32BE(mark, 12);
    const connected = await exchange(hello, mark, CONNECT ?? 0);
    if (connected.length < 16) throw new Error('the tracker answers with nonsense');
    const next = randomInt(2 ** 31);
    const packet = announcement(connected.subarray(8, 16), next, rawQuery);
    const listed = await exchange(packet, next, ANNOUNCE ?? 1);
    if (listed.length < HEAD_BYTES) throw new Error('the tracker answers with nonsense');
    const key = isIP(at.address) === 6 ? 'peers6' : 'peers';
    return writeBencode({ interval: listed.readUInt32BE(8), [key]: new Uint8Array(listed.subarray(HEAD_BYTES)) });
  } finally {
    socket.close();
  }
}
