/** Steps that need the scripts to run: hosts, the first operator, and the self-test. */
import { randomBytes } from 'node:crypto';
import { scriptAt } from './account.ts';
import type { LocalSecrets } from './local-secrets.ts';
import { type Deployment, found, made, type Note, type Step, skipped, warning, wouldMake } from './run.ts';
import { hostsOf } from './settings.ts';
import { RUN_AGAIN, reasonOf, Stop } from './stop.ts';

/** The host has records that another made. */
const RECORDS_EXIST = new Set([100_116, 100_117]);

export const attachHosts: Step = {
  name: 'hosts',
  async run(deployment) {
    const { api, own, names, isDry, found: state } = deployment;
    const notes: Note[] = [];
    for (const [kind, hostname] of hostsOf(own)) {
      if ((await scriptAt(deployment, hostname)) === names.main) {
        notes.push(found(hostname));
        continue;
      }
      if (isDry) {
        notes.push(wouldMake(hostname));
        continue;
      }
      const body = { hostname, service: names.main, zone_id: state.zones?.[kind]?.id, environment: 'production' };
      try {
        await api.write('PUT', `/accounts/${api.accountId}/workers/domains`, body);
      } catch (error) {
        if (error instanceof Stop && (error.status === 409 || RECORDS_EXIST.has(error.code)))
          throw new Stop(
            `${hostname} is taken: ${error.message}`,
            `Delete its records in the DNS of ${state.zones?.[kind]?.name}, or choose another "${kind}". ${RUN_AGAIN}`,
          );
        throw error;
      }
      notes.push(made(hostname));
    }
    return notes;
  },
};

/** A password that no one has to remember for long; it passes the product's own rule. */
function makePassword(): string {
  return `${randomBytes(18).toString('base64url')}-7a`;
}

interface Person {
  readonly person: 'found' | 'made';
}

const TRIES = 5;
const WAIT_MS = 3_000;

/** The person with these rights, made where absent. A new host takes some seconds until it answers. */
async function ensurePerson(
  deployment: Deployment,
  asked: { email: string; name: string; password: string; operator: boolean },
  wait: (ms: number) => Promise<unknown>,
): Promise<Person> {
  const { own, tools, secrets } = deployment;
  const origin = `https://${own.app}`;
  let last = '';
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (tries > 0) await wait(WAIT_MS * tries);
    try {
      const token = secrets.get('INTERNAL_TOKEN') ?? '';
      const { status, text } = await tools.callApp(origin, '/_internal/person/ensure', token, asked);
      if (status === 200) return JSON.parse(text) as Person;
      last = `it answered ${status} ${text.slice(0, 200)}`;
    } catch (error) {
      last = reasonOf(error);
    }
  }
  throw new Stop(
    `${origin} does not do what the deployment asks: ${last}`,
    `A new host can take some minutes until its certificate stands. ${RUN_AGAIN} If it stays so, read the log: npx wrangler tail ${deployment.names.main}`,
  );
}

const OPERATOR_DONE = 'OPERATOR';
const CHECK_DONE = 'CHECK_PERSON';

/** Notes about an earlier script of the name say nothing about a new one. Call before it is uploaded. */
export function forgetPeople(secrets: LocalSecrets): void {
  if (secrets.get(OPERATOR_DONE) || secrets.get(CHECK_DONE)) secrets.set({ [OPERATOR_DONE]: '', [CHECK_DONE]: '' });
}

/** By address: an operator who is named later gets a password of their own, and the first one's stays in the file. */
const operatorPassword = (operator: string): string => `OPERATOR_PASSWORD of ${operator}`;

/** @param wait  before another try */
export function makeFirstOperator(wait: (ms: number) => Promise<unknown>): Step {
  return {
    name: 'operator',
    async run(deployment) {
      const { own, secrets, isDry, closes } = deployment;
      const { operator } = own;
      if (closes) return skipped('not while it is closed');
      if (secrets.get(OPERATOR_DONE) === operator) return skipped(`${operator} was made an operator before`);
      if (isDry) return wouldMake(operator);
      if (secrets.get('INTERNAL_TOKEN') === undefined)
        return warning(
          `${operator}: the secrets were made on another machine. Copy ${secrets.file} from there, or deploy there`,
        );
      const password = secrets.get(operatorPassword(operator)) ?? makePassword();
      secrets.set({ [operatorPassword(operator)]: password });
      const name = operator.split('@')[0] ?? operator;
      const { person } = await ensurePerson(deployment, { email: operator, name, password, operator: true }, wait);
      secrets.set({ [OPERATOR_DONE]: operator });
      if (person === 'found') return made(`${operator}, who had an account, is an operator`);
      return made(
        `${operator} is an operator. The first password is "${operatorPassword(operator)}" in ${secrets.file}: sign in at https://${own.app}/auth, change it and turn the second factor on`,
      );
    },
  };
}

const CHECK_PASSWORD = 'CHECK_PASSWORD';

/**
 * The person who tests, and whose password this machine has.
 * @returns the address
 */
async function ensureCheckPerson(deployment: Deployment, wait: (ms: number) => Promise<unknown>): Promise<string> {
  const { own, secrets } = deployment;
  const isOfApp = (email: string | undefined) => email?.endsWith(`@${own.app}`) ?? false;
  const done = secrets.get(CHECK_DONE);
  if (done !== undefined && isOfApp(done)) return done;
  const isKnown = secrets.get(CHECK_PASSWORD) !== undefined;
  // Written first: a run that is cut off after the call goes on with the same password.
  const password = secrets.get(CHECK_PASSWORD) ?? makePassword();
  secrets.set({ [CHECK_PASSWORD]: password });
  let email = `self-test@${own.app}`;
  const asked = { name: 'Self-test', password, operator: false };
  const { person } = await ensurePerson(deployment, { ...asked, email }, wait);
  if (person === 'found' && !isKnown) {
    // The installation was restored, and the file of secrets that has the first one's password is lost.
    email = `self-test-${randomBytes(4).toString('hex')}@${own.app}`;
    await ensurePerson(deployment, { ...asked, email }, wait);
  }
  secrets.set({ [CHECK_DONE]: email });
  return email;
}

/** @param wait  before another try */
export function makeSelfTest(wait: (ms: number) => Promise<unknown>): Step {
  return {
    name: 'self-test',
    async run(deployment) {
      const { own, secrets, isDry, tools, closes } = deployment;
      if (closes) return skipped('a closed installation serves nothing');
      if (isDry) return skipped('a dry run has nothing to test');
      if (secrets.get('INTERNAL_TOKEN') === undefined)
        return warning(`skipped: ${secrets.file} is on another machine, and with it the person who tests`);
      const username = await ensureCheckPerson(deployment, wait);
      const findings = await tools.selfTest({
        appOrigin: `https://${own.app}`,
        contentOrigin: `https://${own.content}`,
        programsOrigin: `https://${own.programs ?? own.content}`,
        username,
        password: secrets.get(CHECK_PASSWORD) ?? '',
      });
      const wrong = findings.filter((each) => each.wrong !== '');
      if (wrong.length > 0)
        throw new Stop(
          wrong.map(({ what, wrong: why }) => `${what}: ${why}`).join('\n            '),
          wrong.map(({ remedy }) => remedy).join('\n            '),
        );
      return found(`${findings.length} things are well: ${findings.map(({ what }) => what).join(', ')}`);
    },
  };
}
