/** Opens links so often that every cache has them: what is taken away afterwards must be gone all the same. */
import { expect } from 'vitest';
import type { WireClient } from './wire-client.ts';

/** Times that make a link popular: it is then served without asking its object. */
const TIMES = 4;

export interface OpenedOften {
  readonly share_id: string;
  readonly pass_code_token: string;
  /** Folders of the link. */
  readonly parents: readonly string[];
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
      expect((await wire.call('GET', '/drive/v1/share', { query })).body.share_status).toBe('OK');
      expect((await fetch(`${origin}/s/${share_id}`)).status).toBe(200);
      for (const parent_id of parents) {
        const listed = await wire.call('GET', '/drive/v1/share/detail', { query: { ...query, parent_id } });
        expect(listed.body.share_status).toBe('OK');
        expect((await fetch(`${origin}/s/${share_id}/${parent_id}`)).status).toBe(200);
      }
    }
    for (const url of links) expect((await wire.download(url)).status).toBe(200);
  }
}
