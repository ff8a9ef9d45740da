import { expect, it } from 'vitest';
import { makeRandom } from '#worker/platform/faults/faults.ts';
import { leasedCalls, simulateQueue, trafficShares } from './queue.ts';

const SERVICE_MS = 2;

/** Mean wait of M/D/1: rho * s / (2 * (1 - rho)). */
const expectedWaitMs = (load: number): number => (load * SERVICE_MS) / (2 * (1 - load));

const run = (load: number, seconds: number, outageSeconds = 0) =>
  simulateQueue({
    arrivalsPerSecond: (load * 1_000) / SERVICE_MS,
    serviceMs: SERVICE_MS,
    seconds,
    random: makeRandom(7),
    outageSeconds,
  });

it.each([0.2, 0.5, 0.8, 0.9])('the mean wait at a load of %f is that of M/D/1', (load) => {
  const { meanWaitMs, load: measured } = run(load, 1_500);
  expect(measured / load).toBeCloseTo(1, 1);
  expect(meanWaitMs / expectedWaitMs(load)).toBeGreaterThan(0.95);
  expect(meanWaitMs / expectedWaitMs(load)).toBeLessThan(1.05);
});

it('an object with more work than time keeps its callers waiting longer and longer', () => {
  const [short, long] = [run(1.5, 10), run(1.5, 20)];
  // Each second brings half a second of work that is not done.
  expect(Math.abs(short.longestWaitMs - 5_000)).toBeLessThan(750);
  expect(Math.abs(long.longestWaitMs - 10_000)).toBeLessThan(1_000);
});

it('calls that waited for an outage are worked off at the rate that is left', () => {
  // 10 s at half the rate are 5 s of work; half a second of work is left in each second: 10 s more.
  const { calmAfterSeconds } = run(0.5, 60, 10);
  expect(calmAfterSeconds).toBeGreaterThan(18);
  expect(calmAfterSeconds).toBeLessThan(22);
});

it('the same seed gives the same run', () => {
  expect(run(0.7, 5)).toEqual(run(0.7, 5));
});

it('shares of data centres are one together', () => {
  expect(trafficShares(330).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
});

it('without a lease each view asks; with one, a data centre asks once a lease at most', () => {
  const traffic = { viewsPerSecond: 50_000, dataCentres: 100 };
  expect(leasedCalls({ ...traffic, leaseMs: 0 })).toBeCloseTo(50_000, 3);
  const leased = leasedCalls({ ...traffic, leaseMs: 1_000 });
  expect(leased).toBeLessThan(100);
  expect(leased).toBeGreaterThan(95);
});
