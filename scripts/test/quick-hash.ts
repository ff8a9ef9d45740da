/** Password hashes for tests that are not about their cost. */
import { deriveHash } from '#scripts/start/runtime/hasher.ts';

const FEWER = 64;

/**
 * Argon2id of the same inputs with a small part of the memory: half a millisecond in place of 35. A thousand sign-ins of worker tests
 * pay it. Real hashes are proved beside the engines, and in every test against a server.
 */
export const deriveQuickly: typeof deriveHash = (input) =>
  deriveHash({ ...input, memoryKib: Math.ceil(input.memoryKib / FEWER) });
