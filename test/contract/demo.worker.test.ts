/** The people of the demo, whose password is public. */
import { expect, it } from 'vitest';
import { env, makeServer, ORIGIN, type Server } from './send.ts';

async function peopleOf(server: Server): Promise<unknown> {
  const answer = await server(
    new Request(`${ORIGIN}/_internal/seed`, {
      method: 'POST',
      headers: { host: new URL(ORIGIN).host, 'x-magpie-internal': env.INTERNAL_TOKEN },
    }),
  );
  return answer.json();
}

it('are made in the demo, and by no production server', async () => {
  expect(await peopleOf(makeServer({}))).toEqual({ people: expect.arrayContaining([expect.anything()]) });
  expect(await peopleOf(makeServer({ bindings: { MAGPIE_MODE: 'production' } }))).toEqual({ people: [] });
});
