/**
 * The only way out of the downloader besides its peers: a proxy on loopback with the address rules of fetches. Trackers are asked
 * by this process, over http, https or UDP, and only peers at public addresses are passed on: without DHT and peer exchange the
 * downloader gets no other. Servers that have the files too (http), and tunnels (https, ftp), are resolved once and pinned.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { listenOnLoopback } from '#scripts/start/process/loopback.ts';
import { isPublicAddress } from '#shared/public-address.ts';
import { MIB, MINUTE_MS, SECOND_MS } from '#shared/units.ts';
import { http, loadHttps } from '../process/node-http.ts';
import { ignoreError } from '../proxy/boundary.ts';
import { chooseAddress, type OutboundDeps, pinnedTo } from '../runtime/outbound.ts';
import { isOwnAddress } from '../runtime/own-address.ts';
import { filterAnswer, makePeerRule } from './tracker-answer.ts';
import { askUdpTracker } from './udp-tracker.ts';

/** Host of trackers in our .torrent files; no name server has it. */
const TRACKER_HOST = 'tracker.magpie.invalid';
const ANSWER_BYTES = MIB;
const ANSWER_MS = 20 * SECOND_MS;
const IDLE_MS = MINUTE_MS;
const MAX_CONNECTIONS = 256;
/** An ftp server speaks first. The downloader loses a greeting that arrives together with the answer to its CONNECT. */
const GREETING_MS = 100;
/** Trackers use ports of their own; those below are services of other kinds. */
const FIRST_FREE_PORT = 1_024;
const FTP_PORT = '21';

export interface Gateway {
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** The address under which the downloader asks a tracker. @returns null for one that is refused */
  trackerAddress(tracker: string): string | null;
  stop(): Promise<void>;
}

export interface GatewayDeps extends OutboundDeps {
  readonly hasFtp: boolean;
}

function readUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

/** The address as http, so that one set of rules sees it: the rules know no udp. */
function asHttp(tracker: URL): URL | null {
  const isUdp = tracker.protocol === 'udp:';
  if (isUdp && tracker.port === '') return null;
  return isUdp ? readUrl(`http://${tracker.host}/`) : tracker;
}

/** Rules with the port of this address, where it is one that trackers use. */
function rulesFor(deps: OutboundDeps, url: URL): OutboundDeps {
  const isFree = Number(url.port) >= FIRST_FREE_PORT;
  return isFree ? { ...deps, ports: new Set([...(deps.ports ?? []), url.port]) } : deps;
}

function refuse(response: ServerResponse, status = 403): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(status, { 'content-length': 0 }).end();
}

async function askHttpTracker(url: URL, pinned: LookupAddress): Promise<Uint8Array> {
  const request = (url.protocol === 'https:' ? loadHttps() : http).get(url, {
    agent: false,
    headers: { 'user-agent': 'Magpie', 'accept-encoding': 'identity' },
    lookup: pinnedTo(pinned),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > ANSWER_BYTES) throw new Error('the answer of the tracker is too long');
    pieces.push(piece);
  }
  // A redirect is not followed: the tracker says its address in the .torrent file.
  if (answer.statusCode !== 200) throw new Error(`the tracker answered ${answer.statusCode}`);
  return Buffer.concat(pieces);
}

/** The hosts of open ftp connections: their data comes over further ports. */
function makeFtpHosts() {
  const open = new Map<string, number>();
  return {
    has: (host: string): boolean => open.has(host),
    add(host: string, socket: Socket): void {
      open.set(host, (open.get(host) ?? 0) + 1);
      socket.once('close', () => {
        const left = (open.get(host) ?? 1) - 1;
        if (left === 0) open.delete(host);
        else open.set(host, left);
      });
    },
  };
}

export async function startGateway(deps: GatewayDeps): Promise<Gateway> {
  const [user, password] = ['magpie', randomBytes(24).toString('hex')];
  const expected = Buffer.from(`Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`);
  const rule = makePeerRule(deps.allowed, deps.isOwn ?? isOwnAddress);
  const ftpHosts = makeFtpHosts();

  function isOurs(request: IncomingMessage): boolean {
    const given = Buffer.from(request.headers['proxy-authorization'] ?? '');
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  async function askTracker(path: string, rawQuery: string): Promise<Uint8Array> {
    const named = readUrl(Buffer.from(path.slice(1), 'base64url').toString());
    const url = named && asHttp(named);
    if (!named || !url) throw new Error('not a tracker');
    const pinned = await chooseAddress(url, rulesFor(deps, url));
    if ('outcome' in pinned) throw new Error(pinned.says);
    const isUdp = named.protocol === 'udp:';
    const target = new URL(`${named.href}${named.search === '' ? '?' : '&'}${rawQuery}`);
    const answer = await (isUdp ? askUdpTracker(pinned, Number(named.port), rawQuery) : askHttpTracker(target, pinned));
    return filterAnswer(answer, rule);
  }

  function answerTracker(url: URL, response: ServerResponse): void {
    askTracker(url.pathname, url.search.slice(1)).then(
      (bytes) => response.writeHead(200, { 'content-type': 'text/plain', 'content-length': bytes.length }).end(bytes),
      () => refuse(response, 502),
    );
  }

  async function forward(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pinned = await chooseAddress(url, deps);
    if ('outcome' in pinned || request.method !== 'GET' || response.destroyed) {
      refuse(response);
      return;
    }
    const range = request.headers.range;
    const outgoing = http.get(url, {
      agent: false,
      timeout: IDLE_MS,
      headers: { 'user-agent': 'Magpie', ...(range === undefined ? {} : { range }) },
      lookup: pinnedTo(pinned),
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('timed out')));
    outgoing.on('error', () => refuse(response, 502));
    response.on('close', () => outgoing.destroy());
    outgoing.on('response', (incoming) => {
      const passed = ['content-length', 'content-range', 'content-type', 'accept-ranges', 'location'];
      const fields = passed.flatMap((name) =>
        [incoming.headers[name]].flatMap((one) => (one ? [[name, String(one)]] : [])),
      );
      try {
        response.writeHead(incoming.statusCode ?? 502, Object.fromEntries(fields) as Record<string, string>);
      } catch {
        outgoing.destroy();
        return;
      }
      pipeline(incoming, response, ignoreError);
    });
  }

  async function tunnel(target: string, socket: Socket): Promise<void> {
    const url = readUrl(`http://${target}`);
    const port = url?.port === '' ? '80' : (url?.port ?? '');
    const isFtp = deps.hasFtp && url !== null && (port === FTP_PORT || ftpHosts.has(url.hostname));
    const isData = isFtp && Number(port) >= FIRST_FREE_PORT;
    const ports = new Set([...(deps.ports ?? []), '443', ...(isFtp && (isData || port === FTP_PORT) ? [port] : [])]);
    const pinned = url && port !== '80' ? await chooseAddress(url, { ...deps, ports }) : null;
    if (url === null || pinned === null || 'outcome' in pinned || socket.destroyed) {
      socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
      return;
    }
    const outgoing = connect({ host: pinned.address, port: Number(port), timeout: IDLE_MS });
    if (isFtp && port === FTP_PORT) {
      ftpHosts.add(url.hostname, outgoing);
      // The server names its own address for the data.
      if (isPublicAddress(pinned.address)) ftpHosts.add(pinned.address, outgoing);
    }
    outgoing.on('timeout', () => outgoing.destroy());
    outgoing.once('connect', () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      pipeline(socket, outgoing, ignoreError);
      setTimeout(() => pipeline(outgoing, socket, ignoreError), GREETING_MS);
    });
    outgoing.on('error', () => socket.destroy());
    socket.on('close', () => outgoing.destroy());
  }

  const server = http.createServer((request, response) => {
    const url = readUrl(request.url ?? '');
    if (!isOurs(request) || url?.protocol !== 'http:') refuse(response, 407);
    else if (url.hostname === TRACKER_HOST) answerTracker(url, response);
    else forward(url, request, response).catch(() => refuse(response, 502));
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    socket.on('error', ignoreError);
    if (isOurs(request)) tunnel(request.url ?? '', socket).catch(() => socket.destroy());
    else socket.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n');
  });
  await listenOnLoopback(server);

  return {
    port: (server.address() as AddressInfo).port,
    user,
    password,
    trackerAddress(tracker) {
      const url = readUrl(tracker);
      if (!url || !/^(?:https?|udp):$/.test(url.protocol) || !asHttp(url)) return null;
      return `http://${TRACKER_HOST}/${Buffer.from(url.href).toString('base64url')}`;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
