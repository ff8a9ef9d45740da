/** `LIMITS`: every limit of the product, and its one reading. */
import * as v from 'valibot';
import { GIB, MIB, TIB } from '#shared/units.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** Every limit of the product, with its default; all of them can be set by LIMITS. docs/limits.md. */
const limitsSchema = v.strictObject({
  /** Bytes a free person may hold. */
  freeStorageBytes: v.optional(count, 6 * GIB),
  /** Bytes a premium person may hold. */
  premiumStorageBytes: v.optional(count, 10 * TIB),
  /** Files, folders and versions of one drive, those in the trash too: each costs the server about 1 KiB. */
  nodesPerDrive: v.optional(count, 500_000),
  /** Files and folders of one copy, or of one save from a link. */
  nodesPerCopy: v.optional(count, 100_000),
  /** Files and folders of one zip file. */
  zipEntries: v.optional(count, 100_000),
  /** Longest time that a running zip file is sent after its link, session or files were closed, seconds. */
  zipRecheckSeconds: v.optional(v.pipe(count, v.minValue(1)), 30),
  /** Time after which a run of an archive task that reports nothing counts as ended, seconds; longer than one part or entry needs. On one machine a run also ends with its process, and the next one goes on at once. */
  archiveLeaseSeconds: v.optional(v.pipe(count, v.minValue(1)), 60),
  /** Largest single file, bytes. */
  fileBytes: v.optional(count, 5 * TIB),
  /** Open upload sessions of one person at a time. */
  uploadSessions: v.optional(count, 2_000),
  /** Parts of one upload. */
  uploadParts: v.optional(count, 10_000),
  /** Part size of our own upload protocol, bytes; larger files get larger parts. */
  partBytes: v.optional(count, 8 * MIB),
  /** Life of an open upload, seconds. */
  uploadTtlSeconds: v.optional(count, 7 * 86_400),
  /** Rows of one listing page at most; larger limits are capped. */
  pageRows: v.optional(count, 1_000),
  /** Rows that searches and other readings of a whole drive may read a minute, for one person: a search of 100,000 files reads about as many. */
  sweptRowsPerMinute: v.optional(count, 20_000_000),
  /** Life of a content link, seconds. */
  contentLinkTtlSeconds: v.optional(count, 4 * 3_600),
  /** Trash keeps this long, seconds. */
  trashTtlSeconds: v.optional(count, 30 * 86_400),
  /** Former contents kept of one file. */
  versionsPerFile: v.optional(count, 20),
  /** Each of them so long, seconds. */
  versionTtlSeconds: v.optional(count, 90 * 86_400),
  /**
   * Bytes of deleted files that still occupy the store count up to this share of a person's storage, per cent; beyond it new
   * bytes are refused until their grace (`blobGraceSeconds`) ends.
   */
  deletedStoragePercent: v.optional(count, 100),
  /** Bytes one person may upload on one day (UTC). */
  uploadBytesPerDay: v.optional(count, TIB),
  /** Bytes that extracting and packing may write for one person on one day (UTC), counted together with those that fetches by link bring. */
  archiveBytesPerDay: v.optional(count, 256 * GIB),
  /** Fetches by link that one person may create on one day (UTC). */
  fetchTasksPerDay: v.optional(count, 100),
  /** Fetches of one person that wait or run. */
  fetchTasksOpen: v.optional(count, 100),
  /** Of these, fetches that run at a time. */
  fetchTasksAtOnce: v.optional(v.pipe(count, v.minValue(1)), 3),
  /** Runs of fetches of all people in one process at a time; the others wait, and the last third is for people who have none. Each holds up to 16 MiB. */
  fetchRunsAtOnce: v.optional(v.pipe(count, v.minValue(1)), 6),
  /** Tries of a fetch that does not move on. */
  fetchTries: v.optional(v.pipe(count, v.minValue(1)), 5),
  /** Longest time in which a fetched file may bring less than 16 KiB, seconds. */
  fetchStallSeconds: v.optional(v.pipe(count, v.minValue(1)), 60),
  /** A torrent that brings nothing for so long ends, seconds. */
  downloadStallSeconds: v.optional(v.pipe(count, v.minValue(1)), 900),
  /** How long an unreferenced blob is kept, seconds; ten minutes at most while the disk is nearly full. */
  blobGraceSeconds: v.optional(count, 7 * 86_400),
  /** Wrong passcodes of one share before a human check is asked for, in one window. */
  passCodeAttempts: v.optional(count, 8),
  /** Length of that window, seconds. */
  passCodeWindowSeconds: v.optional(count, 600),
  /** Wrong passwords of one account before a human check is asked for, in one window. */
  signInAttempts: v.optional(count, 10),
  /** Length of that window, seconds. */
  signInWindowSeconds: v.optional(count, 900),
  /** Password hashes of one address at a time, those that wait for their turn counted. */
  hashesPerAddress: v.optional(count, 10),
  /** Sign-ins a second from addresses that ask seldom; those that ask often get half as many together. */
  signInsPerSecond: v.optional(v.pipe(count, v.minValue(1)), 10),
  /** How long a closing account can be taken back, seconds. */
  closeGraceSeconds: v.optional(count, 7 * 86_400),
  /** Captcha tokens one address may take in a minute. */
  captchaPerMinute: v.optional(count, 600),
  /** Failed tries of one address in 15 minutes before a human check is due at its next, whatever account it names. */
  addressFailures: v.optional(count, 100),
  /** Tries that a human check costs a device, doubled at each of three levels: 750 are a second of one desktop core. */
  checkTries: v.optional(v.pipe(count, v.minValue(1)), 750),
  /** Codes by mail that one caller (its address, and its device) may ask for in an hour. */
  verificationsPerHour: v.optional(count, 60),
  /** Seconds between two codes to one mail address. */
  mailGapSeconds: v.optional(count, 60),
  /** Codes to one address in any 24 hours, and as many again for resets; three of ten are reserved for known devices of its account. */
  mailsPerDay: v.optional(count, 10),
  /** Letters to one address in 24 hours that can be switched off; security, receipts and the end of plans do not count. */
  lettersPerDay: v.optional(v.pipe(count, v.minValue(1)), 12),
  /** Messages to the operators that one caller (its account, else its address, and its device) may send in an hour. */
  messagesPerHour: v.optional(count, 10),
  /** Messages in 24 hours of all visitors together, and as many again of all people with an account. */
  messagesPerDay: v.optional(count, 1_000),
  /** How long messages to the operators are kept, seconds. */
  messageTtlSeconds: v.optional(count, 180 * 86_400),
  /** JSON bodies, bytes. */
  bodyBytes: v.optional(count, 2 * MIB),
});

export type LimitsConfig = v.InferOutput<typeof limitsSchema>;

function objectOf(text: string | undefined): object {
  try {
    const value: unknown = JSON.parse(text || '{}');
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // A parser's position in a variable does not help.
  }
  throw new Error('LIMITS must be a JSON object');
}

/** @throws Error that names the limit at fault */
export function limitsOf(text: string | undefined): LimitsConfig {
  const read = v.safeParse(limitsSchema, objectOf(text), { abortEarly: true });
  if (read.success) return Object.freeze(read.output);
  const [issue] = read.issues;
  const name = v.getDotPath(issue) ?? '';
  // A misspelled limit would be no limit, and nothing would say so.
  if (!Object.hasOwn(limitsSchema.entries, name))
    throw new Error(`LIMITS: ${name} is no limit; docs/limits.md has the names`);
  throw new Error(`LIMITS: ${name} is wrong: ${issue.message}`);
}
