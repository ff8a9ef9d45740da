/** What the Worker of one machine may ask its Node side: the `MACHINE` binding. One path a question, each in a file of its own. */
import type { V4WorkerOptions } from 'miniflare';
import type { DiskSpaceWatch } from './disk-space.ts';
import { makeFlusher } from './flush.ts';

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

/** Everything that can be asked. */
export function machineAnswers(dataDir: string, disk: DiskSpaceWatch): Readonly<Record<string, MachineAnswer>> {
  const flusher = makeFlusher(dataDir);
  return {
    '/disk-space': () => disk.state(),
    '/flush-blob': (body) => flusher.blob((body as { key: string }).key),
    '/flush-values': () => flusher.values(),
  };
}
