import { describe, expect, it } from 'vitest';
import { parseWrk } from './load.ts';

const OUTPUT = `Running 4s test @ http://localhost:8960/
  1 threads and 32 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     9.71ms    3.01ms  33.80ms   80.00%
    Req/Sec     3.24k   201.00     3.72k    70.00%
  Latency Distribution
     50%    9.50ms
     75%   11.02ms
     90%   13.00ms
     99%    1.20s
  12880 requests in 4.00s, 1.32GB read
Requests/sec:   3220.00
Transfer/sec:    337.00MB
`;

describe('what wrk prints', () => {
  it('is read as counts and milliseconds', () => {
    expect(parseWrk(OUTPUT)).toEqual({ requests: 12_880, perSecond: 3220, p50Ms: 9.5, p99Ms: 1200, failures: 0 });
  });

  it('counts refusals and broken connections as failures', () => {
    const failing = `${OUTPUT}  Socket errors: connect 1, read 2, write 0, timeout 3\n  Non-2xx or 3xx responses: 5\n`;
    expect(parseWrk(failing).failures).toBe(11);
  });

  it('is refused when it is something else', () => {
    expect(() => parseWrk('unable to connect')).toThrow('unable to connect');
  });
});
