/** A black square, as a PNG. */
import { Buffer } from 'node:buffer';
import { crc32, deflateSync } from 'node:zlib';

const number = (value: number) =>
  Buffer.from([value >>> 24, value >>> 16, value >>> 8, value].map((byte) => byte & 255));

export function smallPicture(side = 8): Uint8Array<ArrayBuffer> {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    return Buffer.concat([number(data.length), body, number(crc32(body))]);
  };
  const head = Buffer.concat([number(side), number(side), Buffer.from([8, 0, 0, 0, 0])]);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const parts = [
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(side * (side + 1)))),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return new Uint8Array(Buffer.concat([signature, ...parts]));
}
