/** Asks the Worker to make the demo people. The Worker's call is idempotent; this only reports what it answered. */

import http from 'node:http';

/** A demo account as the Worker names it. */
export interface DemoPerson {
  email: string;
  premium: boolean;
}

/** The password the Worker gives every demo person (worker/services/auth/ops/seed-demo.ts); public on purpose. */
const DEMO_PASSWORD = 'magpie-demo';

function parsePeople(value: unknown): DemoPerson[] {
  const people = (value as { people?: unknown } | null)?.people;
  if (!Array.isArray(people)) return [];
  return people.flatMap((one: Partial<DemoPerson> | null) =>
    typeof one?.email === 'string' ? [{ email: one.email, premium: one.premium === true }] : [],
  );
}

/** One line for the terminal; empty when there are no demo people. */
export function describePeople(people: readonly DemoPerson[]): string {
  if (people.length === 0) return '';
  const names = people.map(({ email, premium }) => (premium ? `${email} (premium)` : email));
  return `Demo people, password ${DEMO_PASSWORD}: ${names.join(', ')}\n`;
}

function post(origin: URL, host: string, internalToken: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    // node:http, because fetch() does not let a caller name the host, and the Worker answers under its own names only.
    const request = http.request(new URL('/_internal/seed', origin), {
      method: 'POST',
      agent: false,
      headers: { host, 'content-length': 0, 'x-magpie-internal': internalToken },
    });
    request.on('error', reject);
    request.on('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (piece: string) => {
        text += piece;
      });
      answer.on('error', reject);
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    request.end();
  });
}

/**
 * @param origin  where the Worker listens, past the front
 * @param appOrigin  the app's public origin
 * @throws Error when the Worker refuses: a demo without its people is of no use
 */
export async function seedDemo(origin: URL, appOrigin: string, internalToken: string): Promise<DemoPerson[]> {
  const { status, text } = await post(origin, new URL(appOrigin).host, internalToken);
  if (status !== 200) throw new Error(`making the demo people failed: ${status} ${text.slice(0, 500)}`);
  return parsePeople(JSON.parse(text));
}
