/**
 * The only caller of the random generator on the server. Shapes of ids: docs/wire-contract.md section 0.
 */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';
const PASS_CODE_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function randomBytes(count: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(count));
}

/** `V` and 25 characters of [A-Za-z0-9_-]: 150 random bits. */
export function newWireId(): string {
  let id = 'V';
  for (const byte of randomBytes(25)) id += ALPHABET[byte & 63];
  return id;
}

/** Hex of `bytes` random bytes; for blob keys, nonces and sessions. */
export function newHexId(bytes = 16): string {
  let id = '';
  for (const byte of randomBytes(bytes)) id += byte.toString(16).padStart(2, '0');
  return id;
}

/** A random UUID, where a protocol asks for that form. */
export function newUuid(): string {
  return crypto.randomUUID();
}

/** 40 random bits, different for each run of an object. */
export function newRunNumber(): number {
  return randomBytes(5).reduce((number, byte) => number * 256 + byte, 0);
}

const POOL_BYTES = 4_096;
let pool = new Uint8Array();
let pooled = 0;

/** Id of a request: 16 hex characters. One call of the generator serves many requests; never used as a secret. */
export function newRequestId(): string {
  if (pooled + 8 > pool.length) {
    pool = randomBytes(POOL_BYTES);
    pooled = 0;
  }
  let id = '';
  for (const end = pooled + 8; pooled < end; pooled++) id += HEX[pool[pooled] ?? 0];
  return id;
}

/** Decimal digits, leading zeros included, each equally likely. */
export function newDigits(count: number): string {
  let digits = '';
  while (digits.length < count) {
    const [byte = 255] = randomBytes(1);
    if (byte < 250) digits += byte % 10;
  }
  return digits;
}

/** A readable passcode: lower-case letters and digits without look-alikes. */
export function newPassCode(chars: number): string {
  let code = '';
  while (code.length < chars) {
    const [byte = 0] = randomBytes(1);
    if (byte < PASS_CODE_ALPHABET.length * 8) code += PASS_CODE_ALPHABET[byte % PASS_CODE_ALPHABET.length];
  }
  return code;
}
