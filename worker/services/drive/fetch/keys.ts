/** Times and sizes of fetches by link. */
import { SAVED_FETCHES_FOLDER_NAME } from '#shared/drive/shown-name.ts';
import { KIB, MIB, MINUTE_MS, SECOND_MS } from '#shared/units.ts';

/** Folder that takes fetched files when no other was named (wire-contract.md section 9). */
export const FETCH_FOLDER = { name: SAVED_FETCHES_FOLDER_NAME, folderType: 'DOWNLOAD' } as const;

/** A run that did not report for this long has ended; the alarm starts another. */
export const FETCH_LEASE_MS = 15 * SECOND_MS;
/** How often a run reports its progress. */
export const BEAT_MS = SECOND_MS;
/** A run whose bytes and parts stand still for so long beyond the stall limit reports no more, and its lease ends. */
export const IDLE_MS = 2 * MINUTE_MS;
/** A run ends after this long or so many parts; the next one resumes by range. */
export const RUN_MS = MINUTE_MS;
export const RUN_PARTS = 64;
/** A server below this speed, measured over so long, is slow: its run gives its place up while others wait. */
export const LEAST_BYTES_PER_SECOND = 32 * KIB;
export const MEASURE_MS = 10 * SECOND_MS;
/** Longest time of a part of a run that cannot be continued, while others wait: 8 MiB at the least speed take 4 min. */
export const LONGEST_PART_MS = 5 * MINUTE_MS;
/** Runs that rest with an open connection, for each place. A resting run holds no bytes. */
export const RESTING_PER_PLACE = 10;
/** A run that gives its place up stores its bytes of a part when there are so many. */
export const LEAST_PART_BYTES = 16 * KIB;
/** Waits before the next try of a fetch that failed; the last one repeats. */
export const RETRY_WAITS_MS: readonly number[] = [2 * SECOND_MS, 10 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS];
/** Longest wait that a server may ask for. */
export const MAX_WAIT_MS = 10 * MINUTE_MS;
/** Part size of a file whose length is unknown; one that is smaller becomes known by it. */
export const GROWING_BYTES = 8 * MIB;
/** Parts up to this size are read into memory; larger ones, of files beyond 70 GiB, pass in pieces. */
export const MEMORY_BYTES = 8 * MIB;
export const PIECE_BYTES = MIB;
/** How often a run that waits for its place looks, and after how many looks it renews its lease. */
export const LOOK_MS = SECOND_MS / 2;
export const LOOKS_PER_REPORT = 10;
/** A fetch ends when its runs stored so many times the bytes of its file, and so many more. */
export const MOVED_TIMES = 5;
export const MOVED_SLACK_BYTES = 64 * MIB;
/** Addresses that a person may look at for each task of a day: a plan is often changed before it starts. */
export const LOOKS_PER_TASK = 5;
