/** Calls of the Worker to its Node side on one machine: the `MACHINE` binding. Each path is answered by a file of its own. */
import type { PartPlace } from '#worker/platform/blobs/window-digest.ts';
import type { MachineOutlook } from '#worker/platform/machine/outlook.ts';
import type { ObjectMark } from '#worker/platform/object-registry.ts';
import type { DiskSpaceWatch } from './disk-space.ts';
import { makeFlusher } from './flush.ts';
import type { LocalAnswer } from './local-services.ts';
import type { ObjectRegistryFile } from './object-registry.ts';

export type MachineAnswer = (body: unknown) => unknown;

/** @param answers  by path, such as `/disk-space`; what one returns is sent as JSON */
export function makeMachineService(answers: Readonly<Record<string, MachineAnswer>>): LocalAnswer {
  return async (request) => {
    const answer = answers[new URL(request.url).pathname];
    if (!answer) return new Response(null, { status: 404 });
    const body: unknown = request.method === 'POST' ? await request.json() : undefined;
    return Response.json((await answer(body)) ?? {});
  };
}

/** Answers by path. @param outlook  of the machine; rejects until the runtime is watched */
export function machineAnswers(
  dataDir: string,
  disk: DiskSpaceWatch,
  objects: ObjectRegistryFile,
  outlook: () => Promise<MachineOutlook>,
): Readonly<Record<string, MachineAnswer>> {
  const flusher = makeFlusher(dataDir);
  return {
    '/disk-space': () => disk.state(),
    '/flush-blobs': (body) => flusher.blobs((body as { keys: readonly string[] }).keys),
    '/digest-blob': async (body) => {
      const { key, sizeBytes, place } = body as { key: string; sizeBytes: number; place: PartPlace };
      return { windows: await flusher.digested(key, sizeBytes, place) };
    },
    '/flush-values': () => flusher.values(),
    '/object-existed': (body) => ({ existed: objects.existed(body as ObjectMark) }),
    '/object-created': (body) => objects.created(body as ObjectMark),
    '/object-check': async (body) => ({ damaged: await objects.isDamaged(body as ObjectMark) }),
    '/outlook': outlook,
    '/objects-damaged': () => ({ objects: objects.damaged() }),
  };
}
