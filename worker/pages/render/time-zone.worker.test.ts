import type { Context } from 'hono';
import { expect, test } from 'vitest';
import { parseCookies } from '#shared/cookies.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { timeZoneOf } from './render.tsx';

function zoneOn(path: string, cookie: string): string {
  const values: Readonly<Record<string, unknown>> = { path, cookies: parseCookies(cookie) };
  return timeZoneOf({ get: (name: string) => values[name] } as unknown as Context<AppEnv>);
}

const TOKYO = 'pp_time_zone=%22Asia%2FTokyo%22';

test.each(['/drive/all', '/drive/storage', '/activity/christmas', '/auth', '/no-such-page'])(
  "%s is in the visitor's time zone",
  (path) => {
    expect(zoneOn(path, TOKYO)).toBe('Asia/Tokyo');
  },
);

test.each(['/', '/faq', '/activity-end', '/s/VnoSuchShare_noSuchShare_0', '/s/VnoSuchShare_noSuchShare_0/a/b'])(
  '%s is the same in every time zone',
  (path) => {
    expect(zoneOn(path, TOKYO)).toBe('UTC');
  },
);

test.each(['', 'pp_time_zone=%22Asia%2FAtlantis%22', 'pp_time_zone=9', 'pp_time_zone=%E0%A4%A', 'pp_time_zone=[]'])(
  'the drive is in UTC for the cookie "%s"',
  (cookie) => {
    expect(zoneOn('/drive/all', cookie)).toBe('UTC');
  },
);
