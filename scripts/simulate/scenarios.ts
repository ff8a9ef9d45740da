/** The large loads of the model: where the first object has no time left, how long others wait, and the price of a month. Pure. */
import {
  CALLING_MS,
  DATA_CENTRES,
  FAILOVER_SECONDS,
  HASH_MS,
  LEASE_MS,
  MONTH_SECONDS,
  NETWORK_MS,
  OBJECT_BYTES,
  OBJECT_CALLS_PER_SECOND,
  ROW_BYTES,
  SHARDS,
} from './limits.ts';
import type { ActionName, Measure, Measures } from './measures.ts';
import { leasedCalls, type QueueResult, simulateQueue } from './queue.ts';

export interface Line {
  readonly what: string;
  readonly value: string;
}

export interface Scenario {
  readonly name: string;
  readonly lines: readonly Line[];
}

export interface Model {
  readonly measures: Measures;
  readonly random: () => number;
}

const SECONDS = 20;
/** An address of mail and one of a phone for some. */
const IDENTIFIERS_PER_PERSON = 1.2;
const DRIVES = 100e6;
const FILES_PER_DRIVE = 200;
const UPLOADS_PER_DRIVE_AND_DAY = 2;
const VIEWS_PER_SECOND = 50_000;
const STORM_PER_SECOND = 20_000;
const HOLDERS = 1e6;
/** Holders that one run of an outbox calls. */
const BATCH = 100;
/** Calls of other people that the same object gets. */
const OTHER_CLAIMS_PER_SECOND = 50;

const count = (value: number): string =>
  value >= 1e9
    ? `${(value / 1e9).toFixed(1)} billion`
    : value >= 1e6
      ? `${(value / 1e6).toFixed(1)} million`
      : value.toFixed(value < 10 ? 2 : 0);
const dollars = (value: number): string => `${count(Math.max(value, 0))} $`;
const duration = (ms: number): string => (ms < 10_000 ? `${ms.toFixed(1)} ms` : `${(ms / 1_000).toFixed(0)} s`);

/** Time of one call, ms; at least what the written limit of calls leaves. */
function serviceMs({ calls, objectMs }: Measure): number {
  return Math.max(objectMs / Math.max(calls, 1), 1_000 / OBJECT_CALLS_PER_SECOND);
}

function monthly({ measures }: Model, name: ActionName, perSecond: number): number {
  return (perSecond * MONTH_SECONDS * measures.actions[name].dollars) / 1e6;
}

function waiting(name: string, { load, p99WaitMs, meanWaitMs }: QueueResult): Line[] {
  const isFull = load >= 1;
  return [
    { what: `${name}: work of a second`, value: `${(load * 100).toFixed(0)} %${isFull ? ', saturated' : ''}` },
    {
      what: `${name}: others wait (mean, p99)`,
      value: isFull
        ? `longer each second: ${duration(p99WaitMs)} after ${SECONDS} s`
        : `${duration(meanWaitMs)}, ${duration(p99WaitMs)}`,
    },
  ];
}

/** One link that the world opens. */
export function hotLink(model: Model): Scenario {
  const { view } = model.measures.actions;
  const service = serviceMs(view);
  const traffic = { viewsPerSecond: VIEWS_PER_SECOND, dataCentres: DATA_CENTRES };
  const queue = (arrivalsPerSecond: number): QueueResult =>
    simulateQueue({ arrivalsPerSecond, serviceMs: service, seconds: SECONDS, random: model.random });
  const asked = VIEWS_PER_SECOND * view.calls;
  const leased = leasedCalls({ ...traffic, leaseMs: LEASE_MS });
  return {
    name: `one link at ${count(VIEWS_PER_SECOND)} views a second`,
    lines: [
      {
        what: 'first object without time',
        value: `the link's, at ${count(1_000 / service / Math.max(view.calls, 1))} views a second when each asks`,
      },
      { what: 'each view asks: calls a second', value: count(asked) },
      // A queue that only grows says no more after a thousandth of its calls.
      ...waiting('each view asks', queue(Math.min(asked, 5_000 / service))),
      { what: `leases of ${LEASE_MS} ms: calls a second`, value: count(leased) },
      ...waiting('leases', queue(leased)),
      { what: 'a month, each view asks', value: dollars(monthly(model, 'view', VIEWS_PER_SECOND)) },
      { what: 'a month, leases', value: dollars((VIEWS_PER_SECOND * 0.3 + leased * 0.15) * (MONTH_SECONDS / 1e6)) },
    ],
  };
}

/** All people of a large service. */
export function manyDrives(model: Model): Scenario {
  const uploads = (DRIVES * UPLOADS_PER_DRIVE_AND_DAY) / 86_400;
  const contents = DRIVES * FILES_PER_DRIVE;
  const perShard = (contents / SHARDS.blobIndex) * ROW_BYTES.content;
  const holds = (OBJECT_BYTES / ROW_BYTES.content) * SHARDS.blobIndex;
  const identifiers = ((DRIVES * IDENTIFIERS_PER_PERSON) / SHARDS.directory) * ROW_BYTES.identifier;
  const claims = simulateQueue({
    arrivalsPerSecond: uploads / SHARDS.blobIndex,
    serviceMs: serviceMs(model.measures.actions.upload),
    seconds: SECONDS * 10,
    random: model.random,
  });
  return {
    name: `${count(DRIVES)} drives`,
    lines: [
      { what: 'uploads a second', value: count(uploads) },
      ...waiting('an object of the blob index', claims),
      {
        what: 'an object of the blob index would hold',
        value: `${(perShard / 1e9).toFixed(1)} GB of ${OBJECT_BYTES / 1e9}`,
      },
      {
        what: `${SHARDS.blobIndex} objects are full at`,
        value: `${count(holds)} contents, ${count(holds / FILES_PER_DRIVE)} drives`,
      },
      {
        what: 'an object of the directory holds',
        value: `${(identifiers / 1e9).toFixed(2)} GB of ${OBJECT_BYTES / 1e9}`,
      },
      { what: 'a drive is full at', value: `${count(OBJECT_BYTES / ROW_BYTES.file)} files` },
      { what: 'a month of uploads', value: dollars(monthly(model, 'upload', uploads)) },
    ],
  };
}

/** Everybody signs in again at once. */
export function signInStorm(model: Model): Scenario {
  const { signIn } = model.measures.actions;
  const hashing = (perSecond: number): QueueResult =>
    simulateQueue({
      arrivalsPerSecond: perSecond / SHARDS.hasher,
      serviceMs: HASH_MS,
      seconds: SECONDS,
      random: model.random,
    });
  const most = (SHARDS.hasher * 1_000) / HASH_MS;
  return {
    name: `${count(STORM_PER_SECOND)} sign-ins a second`,
    lines: [
      { what: 'first object without time', value: `those that hash, at ${count(most)} sign-ins a second` },
      ...waiting('an object that hashes', hashing(STORM_PER_SECOND)),
      ...waiting(`at ${count(most * 0.8)} a second`, hashing(most * 0.8)),
      { what: 'an object of the directory', value: `${count(STORM_PER_SECOND / SHARDS.directory)} calls a second` },
      {
        what: `${count(DRIVES)} people are back after`,
        value: `${(DRIVES / (most * 0.8) / 3_600).toFixed(1)} h at that rate`,
      },
      { what: 'all of them cost', value: dollars((DRIVES * signIn.dollars) / 1e6) },
    ],
  };
}

/** A content that must disappear from a million drives. */
export function bannedContent(model: Model): Scenario {
  const { savedFile, upload } = model.measures.actions;
  const runs = HOLDERS / BATCH;
  // The calls of a run go out together; each waits for the network and for its drive.
  const ownMs = BATCH * CALLING_MS;
  const runMs = NETWORK_MS + serviceMs(savedFile) + ownMs;
  const runsPerSecond = 1_000 / runMs;
  const arrivalsPerSecond = OTHER_CLAIMS_PER_SECOND + runsPerSecond;
  const others = simulateQueue({
    arrivalsPerSecond,
    // The mean of claims by others and of runs.
    serviceMs: (OTHER_CLAIMS_PER_SECOND * serviceMs(upload) + runsPerSecond * ownMs) / arrivalsPerSecond,
    seconds: SECONDS,
    random: model.random,
  });
  return {
    name: `a banned content in ${count(HOLDERS)} drives`,
    lines: [
      { what: 'closed for visitors after', value: `${LEASE_MS} ms: the last lease` },
      {
        what: 'rows in one object of the blob index',
        value: `${count(HOLDERS)}, ${((HOLDERS * ROW_BYTES.content) / 1e6).toFixed(0)} MB`,
      },
      { what: `all drives are told, ${BATCH} at a time`, value: duration(runs * runMs) },
      ...waiting('that object meanwhile', others),
      { what: 'it costs', value: dollars((HOLDERS * (0.15 + 2)) / 1e6) },
    ],
  };
}

/** A region of the network is lost and its objects answer elsewhere after a while. */
export function lostRegion(model: Model): Scenario {
  const { listing, signIn } = model.measures.actions;
  const busy = simulateQueue({
    arrivalsPerSecond: 0.5 * (1_000 / serviceMs(listing)),
    serviceMs: serviceMs(listing),
    seconds: FAILOVER_SECONDS * 6,
    random: model.random,
    outageSeconds: FAILOVER_SECONDS,
  });
  const directory = simulateQueue({
    arrivalsPerSecond: 20,
    serviceMs: serviceMs(signIn),
    seconds: FAILOVER_SECONDS * 6,
    random: model.random,
    outageSeconds: FAILOVER_SECONDS,
  });
  const calm = ({ calmAfterSeconds }: QueueResult): string =>
    calmAfterSeconds === null ? 'not within the run' : `${(calmAfterSeconds - FAILOVER_SECONDS).toFixed(1)} s after it`;
  return {
    name: `a region lost for ${FAILOVER_SECONDS} s`,
    lines: [
      { what: 'a drive at half its rate is calm', value: calm(busy) },
      { what: 'its longest wait', value: duration(busy.longestWaitMs) },
      { what: 'an object of the directory with 20 calls a second is calm', value: calm(directory) },
      {
        what: 'people elsewhere whose sign-in waits',
        value: 'each whose address is in a lost object of the directory',
      },
    ],
  };
}
