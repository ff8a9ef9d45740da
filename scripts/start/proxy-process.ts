/** The process that listens to the network. It holds no secret and no state: another one can take its place at any time. */
import path from 'node:path';
import { runChild } from './child.ts';
import { type FrontOptions, startFront } from './front.ts';
import { loadStaticFiles } from './static-files.ts';

export interface ProxyInput {
  readonly front: Omit<FrontOptions, 'target' | 'files'>;
  /** Address of the Worker; null while it is not running. */
  readonly target: string | null;
  /** Folder of the build. */
  readonly distDir: string;
}

/** Where the Worker is now. */
export interface ProxyUpdate {
  readonly target: string | null;
}

runChild('proxy', async (input: ProxyInput) => {
  const front = await startFront({
    ...input.front,
    target: input.target === null ? undefined : new URL(input.target),
    files: loadStaticFiles(path.join(input.distDir, 'client'), path.join(input.distDir, 'compressed')),
  });
  return {
    ready: {},
    update: ({ target }: ProxyUpdate) => front.setTarget(target === null ? undefined : new URL(target)),
    stop: () => front.stop(),
  };
});
