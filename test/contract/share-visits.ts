/** Requests of a visitor on the pages of shares, for worker tests. */
import { type Visit, visit } from './visit.ts';
import { makeFolder, makeLink, type Person } from './world.ts';

export const get = (address: string, headers: Record<string, string> = {}): Promise<Response> =>
  visit(address, { headers });

export const post = (address: string, fields: Visit['fields'] = {}, cookie = ''): Promise<Response> =>
  visit(address, { fields, headers: { accept: 'text/html', cookie } });

/** Addresses of the links of a page. */
export const addressesIn = (html: string): string[] =>
  [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));

/** A link to one folder with this many folders. */
export async function linkOver(owner: Person, count: number): Promise<{ shareId: string; folder: string }> {
  const folder = await makeFolder(owner);
  for (let n = 0; n < count; n += 1) await makeFolder(owner, folder, `part ${String(n).padStart(3, '0')}`);
  const { shareId } = await makeLink(owner, { fileIds: [folder] });
  return { shareId, folder };
}

/** Cookies that answers have set, as the browser sends them back. */
export function cookiesOf(...answers: readonly Response[]): string {
  return answers.flatMap((answer) => answer.headers.getSetCookie().map((line) => line.split(';', 1)[0])).join('; ');
}
