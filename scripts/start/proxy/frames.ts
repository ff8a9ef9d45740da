/** Finds the frames in one direction of a WebSocket as its bytes pass. It holds the head of a frame at most. @source RFC 6455 section 5.2 */

/** Two bytes, a length of eight, and a mask of four. */
const LONGEST_HEAD_BYTES = 14;
const LENGTH_16 = 126;
const LENGTH_64 = 127;

export interface Frame {
  /** Bytes that it says it holds. */
  readonly payloadBytes: number;
  /** Whether a reserved bit is set, as in compressed messages. */
  readonly isExtended: boolean;
}

const RESERVED_BITS = 0x70;

export class FrameReader {
  private readonly head = Buffer.alloc(LONGEST_HEAD_BYTES);
  private headBytes = 0;
  /** Bytes of the current frame that are still to come. */
  private left = 0;

  /** True where a frame of our own may be put in. */
  get isBetweenFrames(): boolean {
    return this.headBytes === 0 && this.left === 0;
  }

  /**
   * Takes the next bytes.
   * @param onFrame  gets each frame at its head, control frames and empty ones too. @returns false: no more is read
   * @returns false when `onFrame` did
   */
  push(bytes: Buffer, onFrame: (frame: Frame) => boolean): boolean {
    for (let at = 0; at < bytes.length; ) {
      if (this.left > 0) {
        const passed = Math.min(this.left, bytes.length - at);
        this.left -= passed;
        at += passed;
        continue;
      }
      this.head[this.headBytes] = bytes[at] ?? 0;
      this.headBytes += 1;
      at += 1;
      if (this.headBytes < this.wantedBytes()) continue;
      this.left = this.payloadBytes();
      this.headBytes = 0;
      const isExtended = ((this.head[0] ?? 0) & RESERVED_BITS) !== 0;
      if (!onFrame({ payloadBytes: this.left, isExtended })) return false;
    }
    return true;
  }

  private wantedBytes(): number {
    const second = this.head[1] ?? 0;
    if (this.headBytes < 2) return 2;
    const length = second & 0x7f;
    return 2 + (length === LENGTH_16 ? 2 : length === LENGTH_64 ? 8 : 0) + (second & 0x80 ? 4 : 0);
  }

  private payloadBytes(): number {
    const length = (this.head[1] ?? 0) & 0x7f;
    if (length === LENGTH_16) return this.head.readUInt16BE(2);
    return length === LENGTH_64 ? Number(this.head.readBigUInt64BE(2)) : length;
  }
}

/** A close frame as a server sends it. */
export function closeFrame(code: number): Buffer {
  const frame = Buffer.from([0x88, 2, 0, 0]);
  frame.writeUInt16BE(code, 2);
  return frame;
}
