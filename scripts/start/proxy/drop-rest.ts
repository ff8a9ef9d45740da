/**
 * Drops the rest of a read at Node's parser, of a connection that is about to be closed. The parser cannot be stopped inside one read of
 * 64 KiB, and calls into JavaScript for each of up to 10,900 chunks (16 ms) or 2,400 heads in it. Its names in Node are not
 * documented; where they change, the rest is read, and a test fails.
 */
import type { Socket } from 'node:net';

interface NodeParser {
  /** Null once it serves no connection. */
  readonly socket: Socket | null;
  readonly constructor: { readonly kOnBody?: number };
  /** Called for each head. Node sets it for each connection. */
  onIncoming?: () => number;
}

/** The parser takes this for the failure of a callback, and ends the read with an error, and every later one. */
const FAILED = -1;

const dropped = new WeakSet<Socket>();

/** Whether {@link dropRest} was called for it: an error of its parser is expected then. */
export const isDropped = (socket: object): boolean => dropped.has(socket as Socket);

/**
 * No further request and no further piece of any body of this connection is read, also not of the bytes that have arrived. Answers go on.
 * The caller closes it.
 */
export function dropRest(socket: Socket): void {
  const { parser } = socket as Socket & { readonly parser?: NodeParser | null };
  if (!parser || dropped.has(socket)) return;
  if (parser.onIncoming !== undefined) parser.onIncoming = () => FAILED;
  const at = parser.constructor.kOnBody;
  if (at !== undefined) {
    // Read before this connection counts as dropped: the parser may have the property below from one before it.
    const onBody: unknown = Reflect.get(parser, at);
    // Node gives the parser to another connection later, and not always after this one has closed.
    Object.defineProperty(parser, at, {
      configurable: true,
      // Without a function to call the parser passes over the pieces of a body in 2 ms.
      get: () => (parser.socket !== null && dropped.has(parser.socket) ? undefined : onBody),
    });
  }
  dropped.add(socket);
}
