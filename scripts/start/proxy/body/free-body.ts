/**
 * Memory of bodies. Node's parser makes a buffer of every 64 KiB that arrive; left to the garbage collector they cost three times as
 * much as sending them, because memory outside its heap starts a full collection every 64 MiB.
 */

/** Gives the memory of a piece back now. Nothing may read it afterwards; memory that it shares with others stays. */
export function freeBody(piece: Buffer): void {
  const { buffer, byteLength } = piece;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength > 0) buffer.transfer(0);
}
