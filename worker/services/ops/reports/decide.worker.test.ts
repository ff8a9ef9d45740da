/** Decisions by the command line on links without a report. */
import { expect, it } from 'vitest';
import { shareContract } from '#shared/share/contract.ts';
import { env, makeServer } from '#test/contract/send.ts';
import { visit } from '#test/contract/visit.ts';
import { makeFile, makeLink, makePeople, ok } from '#test/contract/world.ts';

const server = makeServer({});
const people = await makePeople();

function decide(body: Record<string, string>): Promise<Response> {
  return visit('/_internal/reports/decide', {
    body: JSON.stringify({ reason: 'seen in a forum', ...body }),
    headers: {
      'content-type': 'application/json',
      'x-magpie-internal': env.INTERNAL_TOKEN,
      'x-magpie-operator': 'olga',
      'x-magpie-operator-role': 'all',
    },
    server,
  });
}

const statusOf = async (shareId: string) =>
  (await ok(shareContract.open, { query: { share_id: shareId } })).share_status;

it('an operator closes a link without a report, and is its first reporter', async () => {
  const { shareId } = await makeLink(people.alice, { fileIds: [await makeFile(people.alice)] });
  const answer = await decide({ link: shareId, act: 'restrict', ground: 'malware' });
  const found = (await answer.json()) as { state: string; reports: number; people: unknown[]; files: unknown[] };
  expect([answer.status, found.state, found.reports]).toEqual([200, 'decided', 1]);
  expect(found.people).toMatchObject([{ reason: 'malware', note: 'seen in a forum' }]);
  expect(found.files).toHaveLength(1);
  expect(await statusOf(shareId)).toBe('SENSITIVE_RESOURCE');
  expect((await decide({ link: shareId, act: 'restore' })).status).toBe(200);
  expect(await statusOf(shareId)).toBe('OK');
});

it('a decision that closes nothing needs a report, and an unknown link has no case', async () => {
  const { shareId } = await makeLink(people.alice, { fileIds: [await makeFile(people.alice)] });
  const answers = [
    await decide({ link: shareId, act: 'none' }),
    await decide({ link: shareId, act: 'restrict' }),
    await decide({ link: `V${'x'.repeat(25)}`, act: 'restrict', ground: 'malware' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 400, 404]);
  expect(await statusOf(shareId)).toBe('OK');
});
