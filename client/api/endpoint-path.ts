/** The path of an endpoint with its parameters. */
import type { Endpoint } from '#shared/contract.ts';

export function endpointPath({ path }: Pick<Endpoint, 'path'>, params: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
}
