/**
 * Makes worker/bindings.gen.ts: the bindings and variables of wrangler.toml, as `wrangler types` reads them. Reading takes
 * wrangler seconds, so the module names the inputs it was made from.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { devNull } from 'node:os';
import path from 'node:path';

const INTERFACE = 'Bindings';

/** @returns first line of the module: it differs when an input differs */
export function bindingsHeader(root: string): string {
  const hash = createHash('sha256');
  for (const file of ['wrangler.toml', 'node_modules/wrangler/package.json', 'scripts/generate/bindings.ts'])
    hash.update(readFileSync(path.join(root, file)));
  return `// Made by scripts/generate/bindings.ts from wrangler.toml (${hash.digest('hex').slice(0, 16)}); do not edit.`;
}

/**
 * Takes the interface out of the ambient declarations that wrangler writes, so that it is imported like any other type.
 * The classes of the namespaces are left out: the classes read Env themselves, and an import of them would close a circle.
 * @param declarations  output of `wrangler types`
 */
export function bindingsInterface(declarations: string): string {
  const members = new RegExp(`^interface __BaseEnv_${INTERFACE} \\{\\n([\\s\\S]*?)^\\}`, 'm').exec(declarations)?.[1];
  if (members === undefined) throw new Error('wrangler types wrote no interface of bindings');
  return `export interface ${INTERFACE} {\n${members
    .replace(/<import\([^)]*\)\.\w+>/g, '')
    .replace(/^\t/gm, '  readonly ')}}\n`;
}

/** @returns text of the module */
export async function makeBindingsModule(root: string): Promise<string> {
  const { experimental_generateTypes: generateTypes } = await import('wrangler');
  const { env } = await generateTypes({
    config: path.join(root, 'wrangler.toml'),
    // An empty file in place of .dev.vars and .env: the types must not depend on one developer's variables.
    envFile: [devNull],
    envInterface: INTERFACE,
    includeRuntime: false,
    strictVars: false,
  });
  return `${bindingsHeader(root)}\n${bindingsInterface(env ?? '')}`;
}
