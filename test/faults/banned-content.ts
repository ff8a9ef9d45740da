/** A reported link with a banned content, for tests of the audit. */
import { expect } from 'vitest';
import { callServerOf } from '#scripts/start/state/internal-endpoint.ts';
import type { WireClient } from '#test/flow/wire-client.ts';
import { randomFile } from './upload-client.ts';

/** A link of a file that a visitor reports and the console closes, with its content banned. @returns the link */
export async function banContent(origin: string, dataDir: string, wire: WireClient): Promise<string> {
  const alice = await wire.signIn('alice@example.com');
  const file = await wire.upload(alice, { name: 'four.bin', bytes: randomFile(20_000) });
  const shared = await alice.post('/drive/v1/share', { file_ids: [file], share_to: 'publiclink', expiration_days: -1 });
  const link: string = shared.body.share_id;
  const sent = await fetch(`${origin}/s/${link}/report`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'reason=malware',
  });
  expect(sent.status).toBe(303);
  const ask = (verb: string, body: object) => callServerOf(dataDir, `/_internal/reports/${verb}`, { link, ...body });
  for (let tries = 0; tries < 200 && (await ask('show', {})).status !== 200; tries++)
    await new Promise((resolve) => setTimeout(resolve, 50));
  const { status } = await ask('decide', { act: 'ban', ground: 'malware', reason: 'test' });
  expect(status).toBe(200);
  return link;
}
