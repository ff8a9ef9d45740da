/** `vi.waitFor` and `vi.waitUntil` wait as long as `expect.poll` does (vitest.config.ts). Vitest's second passes on a machine with other work. */
import { vi } from 'vitest';

const PATIENCE_MS = 20_000;

const { waitFor, waitUntil } = vi;
vi.waitFor = (callback, options) => waitFor(callback, options ?? PATIENCE_MS);
vi.waitUntil = (callback, options) => waitUntil(callback, options ?? PATIENCE_MS);
