/**
 * The place of a file: tier, module, feature and role, read from its path alone. And the target of an import specifier.
 */
import { type Feature, isFeature } from './order.ts';

export type Tier = 'shared' | 'client' | 'cli' | 'worker' | 'scripts' | 'test' | 'locales' | 'top';

export interface Place {
  path: string;
  tier: Tier;
  /** `shared`, `client/ui`, `worker/services/share`: as far as `./` may reach. */
  module: string;
  /** The file's path inside its module. */
  inModule: string;
  feature: Feature | undefined;
  /** Whether the module is a service of the worker. */
  isService: boolean;
  /** A test beside the code it tests. */
  isTest: boolean;
}

const TIERS: readonly string[] = ['shared', 'client', 'cli', 'worker', 'scripts', 'test', 'locales'];

export function placeOf(path: string): Place {
  const steps = path.split('/');
  const tier = steps.length > 1 && TIERS.includes(steps[0] ?? '') ? (steps[0] as Tier) : 'top';
  const isService = tier === 'worker' && steps[1] === 'services' && steps.length > 3;
  const depth =
    tier === 'top' ? 0 : tier === 'locales' || tier === 'cli' ? 1 : isService ? 3 : Math.min(2, steps.length - 1);
  const feature = tier === 'worker' ? (isService ? steps[2] : undefined) : depth === 2 ? steps[1] : undefined;
  return {
    path,
    tier,
    module: steps.slice(0, depth).join('/'),
    inModule: steps.slice(depth).join('/'),
    feature: isFeature(feature) ? feature : undefined,
    isService,
    isTest: /\.test\.tsx?$/.test(path),
  };
}

export type Target = { kind: 'file'; place: Place } | { kind: 'package'; name: string };

/** The target of `specifier`, written in `from`: a file of this repository or a package. */
export function targetOf(specifier: string, from: Place): Target {
  const bare = specifier.replace(/\?.*$/, '');
  const inner = /^#(shared|client|cli|worker|scripts|test|locales)\/(.+)$/.exec(bare);
  if (inner) return { kind: 'file', place: placeOf(`${inner[1]}/${inner[2]}`) };
  if (/^\.\.?(\/|$)/.test(bare)) return { kind: 'file', place: placeOf(joined(from.path, bare)) };
  const name = bare.startsWith('@') ? bare.split('/').slice(0, 2).join('/') : bare.split('/', 1).join('');
  return { kind: 'package', name };
}

function joined(fromPath: string, relative: string): string {
  const steps = fromPath.split('/').slice(0, -1);
  for (const step of relative.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.') steps.push(step);
  }
  return steps.join('/');
}
