/** MD5 of a text, for the captcha signature alone: telemetry, never a proof. RFC 1321. */

const SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21] as const;

function paddedWords(bytes: Uint8Array): Uint32Array {
  const words = new Uint32Array((((bytes.length + 8) >>> 6) + 1) * 16);
  bytes.forEach((byte, at) => {
    words[at >>> 2] = (words[at >>> 2] ?? 0) | (byte << ((at & 3) * 8));
  });
  const end = bytes.length;
  words[end >>> 2] = (words[end >>> 2] ?? 0) | (0x80 << ((end & 3) * 8));
  words[words.length - 2] = end * 8;
  words[words.length - 1] = Math.floor(end / 2 ** 29);
  return words;
}

/** Mixing function and word index of step `step` (0 to 63). */
function mix(step: number, b: number, c: number, d: number): readonly [number, number] {
  if (step < 16) return [(b & c) | (~b & d), step];
  if (step < 32) return [(d & b) | (~d & c), (5 * step + 1) % 16];
  if (step < 48) return [b ^ c ^ d, (3 * step + 5) % 16];
  return [c ^ (b | ~d), (7 * step) % 16];
}

/** @returns 32 lower-case hex digits */
export function md5Hex(text: string): string {
  const words = paddedWords(new TextEncoder().encode(text));
  const state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476] as [number, number, number, number];
  for (let block = 0; block < words.length; block += 16) {
    let [a, b, c, d] = state;
    for (let step = 0; step < 64; step += 1) {
      const [mixed, index] = mix(step, b, c, d);
      const constant = Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32);
      const sum = (a + mixed + constant + (words[block + index] ?? 0)) | 0;
      const shift = SHIFTS[(step >>> 4) * 4 + (step & 3)] ?? 0;
      [a, d, c, b] = [d, c, b, (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0];
    }
    state[0] = (state[0] + a) | 0;
    state[1] = (state[1] + b) | 0;
    state[2] = (state[2] + c) | 0;
    state[3] = (state[3] + d) | 0;
  }
  const bytes = new Uint8Array(Uint32Array.from(state).buffer);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
