/** The work of a person's device in a human check, without a browser. */
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

interface Work {
  readonly parameters: Parameters<typeof solveChallenge>[0]['challenge']['parameters'];
  readonly signature: string;
}

/** @returns the widget's answer: base64 of the work and its solution */
export async function solveWork(work: Work): Promise<string> {
  const solution = await solveChallenge({ challenge: work, deriveKey });
  if (!solution) throw new Error('the work was not solved');
  return btoa(JSON.stringify({ challenge: work, solution }));
}

/** Requests a captcha token and, when a human check is due, passes it. */
export async function passCheck(origin: string, init: { action: string; device_id: string }): Promise<string> {
  const asked = await ask<{ captcha_token: string; url?: string }>(`${origin}/v1/shield/captcha/init`, {
    client_id: 'cli',
    ...init,
  });
  if (!asked.url) return asked.captcha_token;
  const challenge = new URL(asked.url).searchParams.get('challenge') ?? '';
  const work = await fetch(`${origin}/v1/shield/check/challenge?${new URLSearchParams({ challenge })}`);
  const solved = await ask<{ captcha_token: string }>(`${origin}/v1/shield/check/solve`, {
    challenge,
    solution: await solveWork((await work.json()) as Work),
    redirect_uri: `${origin}/loading`,
    state: 's',
  });
  return solved.captcha_token;
}

async function ask<T>(url: string, body: object): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as T;
}
