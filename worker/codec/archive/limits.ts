/** Limits of one order of the archive engine. */
import { KIB, MIB } from '#shared/units.ts';
import { MAX_ENGINE_BYTES } from '#worker/platform/archives/engine.ts';

/** 104 MiB for archive, engine and contents, in an isolate of 128 MiB. */
export const ISOLATE_ENGINE_BYTES = 104 * MIB;

/** In a process of its own: archive and contents at their largest, and a dictionary of 128 MiB. */
export const PROCESS_ENGINE_BYTES = 256 * MIB;

/** 20 s of computing; 40 MiB of the slowest method take ten on a slow core. */
export const MAX_ORDER_MS = 20_000;

/** The order before the archive: a password of 1,000 characters, each of them escaped. */
export const ARCHIVE_ORDER_BYTES = MAX_ENGINE_BYTES + 16 * KIB;
