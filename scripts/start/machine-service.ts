/** What the Worker of one machine may ask its Node side: the `MACHINE` binding. One path a question, each in a file of its own. */
import type { V4WorkerOptions } from 'miniflare';

export type MachineAnswer = (body: unknown) => unknown;

type ServiceBinding = NonNullable<V4WorkerOptions['serviceBindings']>[string];

/** @param answers  by path, such as `/disk-space`; what one returns is sent as JSON */
export function makeMachineService(answers: Readonly<Record<string, MachineAnswer>>): ServiceBinding {
  return async (request) => {
    const answer = answers[new URL(request.url).pathname];
    if (!answer) return new Response(null, { status: 404 }) as never;
    const body: unknown = request.method === 'POST' ? await request.json() : undefined;
    return Response.json((await answer(body)) ?? {}) as never;
  };
}
