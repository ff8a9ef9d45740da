/** Opens links so often that every cache has them: what is taken away afterwards must be gone all the same. */
import type { WireClient } from './wire-client.ts';

/** Times that make a link popular: it is then served without asking its object. */
const TIMES = 4;

export interface OpenedOften {
  readonly share_id: string;
  readonly pass_code_token: string;
  /** Folders of the link. */
  readonly parents: readonly string[];
}

/** A script has no test around it. */
function need(answer: unknown, wanted: unknown): void {
  if (answer !== wanted) throw new Error(`${wanted} was expected, not ${answer}`);
}

/** @param links  content links */
export async function warmCaches(
  wire: WireClient,
  origin: string,
  shares: readonly OpenedOften[],
  links: readonly string[],
): Promise<void> {
  for (let times = 0; times < TIMES; times += 1) {
    for (const { share_id, pass_code_token, parents } of shares) {
      const query = { share_id, pass_code_token };
      need((await wire.call('GET', '/drive/v1/share', { query })).body.share_status, 'OK');
      need((await fetch(`${origin}/s/${share_id}`)).status, 200);
      for (const parent_id of parents) {
        const listed = await wire.call('GET', '/drive/v1/share/detail', { query: { ...query, parent_id } });
        need(listed.body.share_status, 'OK');
        need((await fetch(`${origin}/s/${share_id}/${parent_id}`)).status, 200);
      }
    }
    for (const url of links) need((await wire.download(url)).status, 200);
  }
}
