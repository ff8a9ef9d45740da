/** New people by the product's own sign-up: a code by mail, read from the captured mailbox, then the account. */
import { type BenchPerson, callJson, personOf } from './client.ts';

/** Accounts made at a time: the mailbox keeps the newest 200 letters, and one address has eight places at the password hashes. */
const LANES = 8;
const MAILBOX_TRIES = 100;

/** Lets one address make as many accounts as the crowd needs, without a human check. */
export const CROWD_ENV = {
  SHIELD: 'never',
  LIMITS: JSON.stringify({ captchaPerMinute: 1_000_000, verificationsPerHour: 1_000_000 }),
} as const;

/** The letter leaves by news, a moment after the call that asked for it. */
async function mailedCode(origin: string, email: string): Promise<string> {
  const address = `${origin}/_dev/mailbox?to=${encodeURIComponent(email)}`;
  for (let tries = 0; tries < MAILBOX_TRIES; tries += 1) {
    const [letter] = await callJson<{ text: string }[]>(address, 'GET', '');
    const code = /\b\d{6}\b/.exec(letter?.text ?? '')?.[0];
    if (code !== undefined) return code;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no code came to ${email}`);
}

async function signUp(origin: string, email: string): Promise<BenchPerson> {
  const post = <T>(path: string, body: object): Promise<T> =>
    callJson<T>(`${origin}${path}`, 'POST', '', { client_id: 'cli', ...body });
  const { captcha_token } = await post<{ captcha_token: string }>('/v1/shield/captcha/init', {
    action: 'POST:/v1/auth/verification',
    device_id: '0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b',
    meta: { email },
  });
  const { verification_id } = await post<{ verification_id: string }>('/v1/auth/verification', {
    email,
    target: 'ANY',
    usage: 'REGISTER',
    captcha_token,
  });
  const { verification_token } = await post<{ verification_token: string }>('/v1/auth/verification/verify', {
    verification_id,
    verification_code: await mailedCode(origin, email),
  });
  const made = await post<{ access_token: string }>('/v1/auth/signup', {
    email,
    password: 'one of a thousand people',
    verification_token,
  });
  return personOf(origin, made.access_token);
}

/** @returns `count` signed-in people, each with an empty drive of their own */
export async function signUpMany(origin: string, count: number): Promise<BenchPerson[]> {
  const people: BenchPerson[] = new Array<BenchPerson>(count);
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let at = next++; at < count; at = next++) people[at] = await signUp(origin, `crowd-${at}@example.com`);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return people;
}
