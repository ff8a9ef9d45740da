/**
 * Drops the rest of a body at Node's parser. The parser cannot be stopped inside one read of 64 KiB, and calls into JavaScript for each of
 * up to 10,900 chunks in it: 16 ms. Without a function to call it passes over them in 2 ms. Its names in Node are not documented; where they
 * change, the rest is read, and a test fails.
 */
import type { Socket } from 'node:net';

interface NodeParser {
  /** Null once it serves no connection. */
  readonly socket: Socket | null;
  readonly constructor: { readonly kOnBody?: number };
}

const dropped = new WeakSet<Socket>();

/** No further piece of any body of this connection is read, also not of the bytes that have arrived. The caller closes it. */
export function dropBodies(socket: Socket): void {
  const { parser } = socket as Socket & { readonly parser?: NodeParser | null };
  const at = parser?.constructor.kOnBody;
  if (!parser || at === undefined || dropped.has(socket)) return;
  const onBody: unknown = Reflect.get(parser, at);
  dropped.add(socket);
  // Node gives the parser to another connection later, and not always after this one has closed.
  Object.defineProperty(parser, at, {
    configurable: true,
    get: () => (parser.socket !== null && dropped.has(parser.socket) ? undefined : onBody),
  });
}
