/**
 * The body of one request on its way to the runtime. Small pieces are gathered, because each costs the runtime's only thread as
 * much as a large one; a body of very many very small pieces ends its request.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { FREE_PIECES, isFragmented, LEAST_MEAN_BYTES } from '#shared/transport/small-pieces.ts';
import { KIB, MIB } from '#shared/units.ts';
import { http } from '../../process/node-http.ts';
import { guarded } from '../boundary.ts';
import { dropRest } from '../drop-rest.ts';
import type { UpstreamCall } from '../upstream.ts';
import { freeBody } from './free-body.ts';

/** Bytes of one write to the runtime, unless fewer came in {@link GATHER_MS}; so many are held until the runtime reads. */
const GATHERED_BYTES = 64 * KIB;
/** A piece of this size goes on at once: uploads arrive in such pieces, and a copy would cost more than a write. */
const LARGE_BYTES = 16 * KIB;
const GATHER_MS = 20;
/** More pieces than these in one read of 64 KiB are small: the next read waits {@link GATHER_MS}, so that other clients have their turn. */
const PIECES_PER_READ = 256;
/** Pieces of any size in a body of a client that was refused a moment ago: it would send a thousand more over a new connection. */
const FREE_PIECES_AFTER_REFUSAL = 50;
/** Bytes of a refused body that are discarded, so that the client can read the refusal. */
const MAX_DRAIN_BYTES = 64 * MIB;

/** Whether the request has a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Stops the reading of a connection. A socket that is paused while a call to resume it is still on its way reads on, and says nothing when it is
 * paused once more: the server stops its handle by the event alone.
 */
export function pauseSocket(socket: Socket): void {
  socket.pause();
  socket.emit('pause');
}

/**
 * Stops the reading of a connection at once. A paused request alone would read on until 256 KiB wait, however many pieces they are; a
 * paused socket alone would be resumed by its request. The rest of the last read, at most 64 KiB, still comes.
 */
export function stopReading(request: IncomingMessage): void {
  request._read = () => undefined;
  pauseSocket(request.socket);
}

export function readOn(request: IncomingMessage): void {
  request._read = http.IncomingMessage.prototype._read;
  request.socket.resume();
}

/** Why a body is not read: the runtime is slow, other clients have their turn, another request of its connection is served. */
type Reason = 'runtime' | 'turn' | 'waiting' | 'refused';

interface Read {
  pieces: number;
  /** Pieces below {@link LEAST_MEAN_BYTES}: a large piece before them makes them no cheaper. */
  small: number;
}

/** The last read of each connection, with all bodies in it. */
const reads = new WeakMap<Socket, Read>();

function readOf(socket: Socket): Read {
  const known = reads.get(socket);
  if (known) return known;
  const made = { pieces: 0, small: 0 };
  reads.set(socket, made);
  setImmediate(() => reads.delete(socket));
  return made;
}

export interface BodyOptions {
  /** Whether the client was refused a moment ago. */
  readonly isBarred: () => boolean;
  /** Ends request and connection; called once. */
  readonly onFragmented: () => void;
}

export class RequestBody {
  private readonly request: IncomingMessage;
  private readonly onFragmented: () => void;
  private readonly isBarred: boolean;
  private call: UpstreamCall | undefined;
  private pieces = 0;
  private bytes = 0;
  private held: Buffer[] = [];
  private heldBytes = 0;
  private gathering: NodeJS.Timeout | undefined;
  private isDraining = false;
  private drainedBytes = 0;
  private hasEnded = false;
  private readonly stops = new Set<Reason>();

  /** Reads from now on, a little ahead. */
  constructor(request: IncomingMessage, { isBarred, onFragmented }: BodyOptions) {
    this.request = request;
    this.onFragmented = onFragmented;
    this.isBarred = hasBody(request) && isBarred();
    if (!hasBody(request)) return;
    const giveUp = (): void => this.call?.destroy();
    request.on(
      'data',
      guarded('a request body', (piece: Buffer) => this.take(piece), giveUp),
    );
    request.on(
      'end',
      guarded('the end of a request body', () => this.end(), giveUp),
    );
    // A request that nothing has read when its answer ends would take its pieces without a word.
    request.read(0);
  }

  get isRefused(): boolean {
    return this.stops.has('refused');
  }

  /** Reads no more until {@link begin}: another request of its connection is served. */
  wait(): void {
    this.stop('waiting');
  }

  begin(): void {
    this.allow('waiting');
  }

  /** Streams the body into a call, as fast as the runtime takes it. @returns stops, and discards the rest */
  send(call: UpstreamCall): () => void {
    this.call = call;
    this.allow('runtime');
    this.flush();
    if (this.hasEnded) call.finish();
    return () => this.drain();
  }

  /** Discards the rest, up to a limit: a client reads the response only after sending its body. */
  drain(): void {
    clearTimeout(this.gathering);
    this.call = undefined;
    this.held = [];
    this.heldBytes = 0;
    this.isDraining = true;
    this.allow('runtime');
  }

  private take(piece: Buffer): void {
    if (!this.counts(piece)) return;
    if (this.isDraining) {
      this.drainedBytes += piece.length;
      if (this.drainedBytes > MAX_DRAIN_BYTES) this.request.destroy();
      return;
    }
    const isLarge = piece.length >= LARGE_BYTES;
    if (this.call && isLarge && this.heldBytes === 0) {
      this.write(this.call, piece);
      return;
    }
    this.held.push(piece);
    this.heldBytes += piece.length;
    if (!this.call) {
      if (this.heldBytes >= GATHERED_BYTES) this.stop('runtime');
    } else if (isLarge || this.heldBytes >= GATHERED_BYTES) this.flush();
    else this.gathering ??= setTimeout(() => this.flush(), GATHER_MS);
  }

  private end(): void {
    // Its last pieces were dropped.
    if (this.isRefused) return;
    this.hasEnded = true;
    this.flush();
    this.call?.finish();
  }

  private flush(): void {
    clearTimeout(this.gathering);
    this.gathering = undefined;
    const { call, held, heldBytes } = this;
    if (!call || heldBytes === 0) return;
    this.held = [];
    this.heldBytes = 0;
    this.write(call, held.length === 1 && held[0] ? held[0] : Buffer.concat(held, heldBytes));
  }

  private write(call: UpstreamCall, piece: Buffer): void {
    if (call.write(piece, () => freeBody(piece))) return;
    this.stop('runtime');
    call.onDrain(() => this.allow('runtime'));
  }

  /** @returns false when the body is refused, with this piece or before it */
  private counts(piece: Buffer): boolean {
    if (this.isRefused) return false;
    const read = readOf(this.request.socket);
    read.pieces += 1;
    if (piece.length < LEAST_MEAN_BYTES) read.small += 1;
    this.pieces += 1;
    this.bytes += piece.length;
    const [inBody, inRead] = this.isBarred ? [FREE_PIECES_AFTER_REFUSAL, PIECES_PER_READ] : [FREE_PIECES, FREE_PIECES];
    if (isFragmented(this.pieces, this.bytes, inBody) || read.small > inRead) {
      this.stop('refused');
      dropRest(this.request.socket);
      this.onFragmented();
      return false;
    }
    if (read.pieces === PIECES_PER_READ) {
      this.stop('turn');
      setTimeout(() => this.allow('turn'), GATHER_MS);
    }
    return true;
  }

  private stop(reason: Reason): void {
    this.stops.add(reason);
    stopReading(this.request);
  }

  private allow(reason: Reason): void {
    if (!this.stops.delete(reason) || this.stops.size > 0) return;
    // Bytes after this body belong to the next request, which is read in its turn.
    if (!this.request.complete) readOn(this.request);
  }
}
