/** Requests of a visitor on the pages of shares, for worker tests. */
import { ORIGIN } from '#test/contract/send.ts';
import { visit } from './visit.ts';

const HEADERS = { host: new URL(ORIGIN).host, accept: 'text/html', 'accept-language': 'en-US' };

export function get(address: string, headers: Record<string, string> = {}): Promise<Response> {
  return visit(address, { headers: { ...HEADERS, ...headers } });
}

export function post(
  address: string,
  form: Record<string, string> | [string, string][],
  cookie = '',
): Promise<Response> {
  return visit(address, { fields: form, headers: { ...HEADERS, ...(cookie === '' ? {} : { cookie }) } });
}

/** Cookies that answers have set, as the browser sends them back. */
export function cookiesOf(...answers: readonly Response[]): string {
  return answers.flatMap((answer) => answer.headers.getSetCookie().map((line) => line.split(';', 1)[0])).join('; ');
}
