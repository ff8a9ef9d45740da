/** Argon2id as bytes, and the engine that computes it in this isolate by WebAssembly. Other engines: remote-hashing.ts. */
import Argon2, { Argon2Type, Argon2Version } from '@phi-ag/argon2';
import wasm from '@phi-ag/argon2/argon2.wasm';
import type { HashCaller } from './hash-usage.ts';

export interface HashInput {
  /** ASCII. */
  readonly text: string;
  readonly salt: Uint8Array;
  readonly memoryKib: number;
  readonly passes: number;
  readonly lanes: number;
  readonly tagBytes: number;
}

export interface HashEngine {
  /** @throws AppError too_many_requests where the engine's own queue is full */
  derive(input: HashInput, caller: HashCaller): Promise<Uint8Array>;
}

export function makeWasmEngine(): { derive(input: HashInput): Promise<Uint8Array> } {
  let ready: Promise<Argon2> | undefined;
  return {
    async derive({ text, salt, memoryKib, passes, lanes, tagBytes }) {
      ready ??= WebAssembly.instantiate(wasm, {}).then((instance) => new Argon2(instance));
      return (await ready).hash(text, {
        salt,
        hashLength: tagBytes,
        memoryCost: memoryKib,
        timeCost: passes,
        parallelism: lanes,
        type: Argon2Type.Argon2id,
        version: Argon2Version.Version13,
      }).hash;
    },
  };
}
