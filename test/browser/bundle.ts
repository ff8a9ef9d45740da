/** Bundles modules of the product for a page that has none of them, so that a test drives the real thing. */
import { build } from 'vite';

/** @param entry  absolute path. @returns a script that runs at once */
export async function bundle(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      rolldownOptions: { input: entry, output: { format: 'iife', codeSplitting: false } },
    },
  });
  const output = 'output' in built ? built.output : Array.isArray(built) ? built[0]?.output : undefined;
  const code = output?.find((one) => one.type === 'chunk')?.code;
  if (code === undefined) throw new Error(`nothing came of ${entry}`);
  return code;
}
