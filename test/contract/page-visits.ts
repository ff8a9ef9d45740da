/** A browser without script for tests of pages. */
import { expect } from 'vitest';
import { NEWCOMERS_PASSWORD, newcomer } from './cases/newcomer.ts';
import { ORIGIN } from './send.ts';
import { visit } from './visit.ts';
import { makePeople } from './world.ts';

export interface Browsing {
  readonly cookie: string;
}

export const VISITOR: Browsing = { cookie: '' };

export function ask({ cookie }: Browsing, path: string, fields?: Record<string, string>): Promise<Response> {
  const headers = { 'cf-connecting-ip': '203.0.113.23', ...(cookie === '' ? {} : { cookie }) };
  return visit(path, { ...(fields ? { fields } : {}), headers });
}

export async function cookieOf(username: string, password: string): Promise<Browsing> {
  const answer = await ask(VISITOR, '/auth', { username, password });
  return { cookie: answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '' };
}

/** Two new accounts, because purchases must not make people premium whom other files take for free; olga is an operator. */
export async function signedInPeople() {
  const { olga } = await makePeople();
  const visit = async () => {
    const { email } = await newcomer();
    return { email, ...(await cookieOf(email, NEWCOMERS_PASSWORD)) };
  };
  const [bob, carla] = await Promise.all([visit(), visit()]);
  return { bob, carla, olga: await cookieOf(olga.email, 'magpie-demo') };
}

export async function html(who: Browsing, path: string, status = 200): Promise<string> {
  const answer = await ask(who, path);
  expect([path, answer.status]).toEqual([path, status]);
  return answer.text();
}

/** Fields of the form whose button has this text. */
export function formOf(page: string, button: string): Record<string, string> {
  const form = page.split('<form').find((each) => each.includes(button)) ?? '';
  const inputs = [...form.matchAll(/<[^>]*\bname="(\w+)" value="([^"]*)"[^>]*>/g)];
  // Of choices the browser sends the checked one.
  const sent = inputs.filter(([tag]) => !/type="(?:radio|checkbox)"/.test(tag) || / checked\b/.test(tag));
  return Object.fromEntries(sent.map(([, name, value]) => [name, value]));
}

/** Presses a button on a page that sells. @returns the address of the page on which the order is paid */
export async function order(who: Browsing, path: string, button: string): Promise<string> {
  const fields = formOf(await html(who, path), button);
  const answer = await ask(who, path.split('?')[0] ?? '', fields);
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get('location') ?? '', ORIGIN).pathname;
}

/** @returns the address of the order's page */
export async function decide(who: Browsing, checkout: string, fields: Record<string, string>): Promise<string> {
  const answer = await ask(who, checkout, fields);
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get('location') ?? '', ORIGIN).pathname;
}
