/** Asks the Worker to make the demo people. The call is idempotent. */
import { callInternal, workerEndpoint } from './internal-endpoint.ts';

/** A demo account as the Worker names it. */
export interface DemoPerson {
  email: string;
  premium: boolean;
  /** Of a person that this start made. */
  accessToken?: string;
}

/** The password the Worker gives every demo person (worker/services/auth/console/seed-demo.ts); public on purpose. */
const DEMO_PASSWORD = 'magpie-demo';

function parsePeople(value: unknown): DemoPerson[] {
  const people = (value as { people?: unknown } | null)?.people;
  if (!Array.isArray(people)) return [];
  return people.flatMap((one: Partial<DemoPerson> | null) =>
    typeof one?.email === 'string'
      ? [
          {
            email: one.email,
            premium: one.premium === true,
            ...(one.accessToken ? { accessToken: one.accessToken } : {}),
          },
        ]
      : [],
  );
}

/** One line for the terminal; empty when there are no demo people. */
export function describePeople(people: readonly DemoPerson[]): string {
  if (people.length === 0) return '';
  const names = people.map(({ email, premium }) => (premium ? `${email} (premium)` : email));
  return `Demo people, password ${DEMO_PASSWORD}: ${names.join(', ')}\n`;
}

/**
 * @param origin  address of the Worker itself, not of the proxy
 * @param appOrigin  the app's public origin
 * @param samples  new people get a token for their samples
 * @throws Error when the Worker refuses: a demo without its people is of no use
 */
export async function seedDemo(
  origin: URL,
  appOrigin: string,
  internalToken: string,
  samples: boolean,
): Promise<DemoPerson[]> {
  const { status, text } = await callInternal(workerEndpoint(origin, appOrigin), internalToken, '/_internal/seed', {
    samples,
  });
  if (status !== 200) throw new Error(`making the demo people failed: ${status} ${text.slice(0, 500)}`);
  return parsePeople(JSON.parse(text));
}
