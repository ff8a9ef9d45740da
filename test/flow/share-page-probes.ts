/** Probes of the page of a link, of its lists for programs, and of plans of saves. */
import { passTokenCookieName } from '#shared/cookies.ts';
import type { Answer, Person, WireClient } from './wire-client.ts';

interface Probe {
  readonly what: string;
  readonly ask: () => Promise<Answer>;
}

const FORMS = ['txt', 'json', 'm3u8', 'atom'] as const;
/** In the names of most files. */
const SEARCHED = 'e';

export function makePageProbes(origin: string, wire: WireClient, person: Person) {
  /** The page without what it repeats: its own address. */
  async function read(path: string, shareId: string, token: string, repeated: string): Promise<Answer> {
    const headers = {
      cookie: `${passTokenCookieName(shareId)}=${encodeURIComponent(JSON.stringify(token))}`,
      accept: path.includes('?q=') ? 'text/html' : '*/*',
    };
    const answer = await fetch(`${origin}${path}`, { headers });
    const text = await answer.text();
    const body = repeated === '' ? text : text.replaceAll(repeated, '').replaceAll(encodeURIComponent(repeated), '');
    return { status: answer.status, headers: answer.headers, body } as Answer;
  }

  async function plan(body: object): Promise<Answer> {
    const answer = await wire.call('POST', '/drive/v1/share/restore_plan', { token: person.token, body });
    // A plan is a success: shown where others show a file.
    return { ...answer, body: { ...answer.body, file_info: answer.body.plan } };
  }

  return {
    /** @param token  right, wrong or ended @param id  a folder or file, hidden or in the link; '' its top */
    of(what: string, share: { share_id: string; pass_code_token: string }, id: string): Probe[] {
      const { share_id: shareId, pass_code_token: token } = share;
      const path = `/s/${shareId}${id === '' ? '' : `/${encodeURIComponent(id)}`}`;
      return [
        { what: `${what}, searched`, ask: () => read(`${path}?q=${SEARCHED}`, shareId, token, id) },
        ...FORMS.map((form) => ({
          what: `${what}, as ${form}`,
          ask: () => read(`${path}.${form}`, shareId, token, id),
        })),
        { what: `${what}, planned`, ask: () => plan({ ...share, file_ids: id === '' ? [] : [id] }) },
      ];
    },
    planInto(what: string, share: { share_id: string; pass_code_token: string }, ids: string[], to: string): Probe {
      const body = { ...share, file_ids: ids, specify_parent_id: true, parent_id: to };
      return { what: `${what}, planned into`, ask: () => plan(body) };
    },
  };
}
