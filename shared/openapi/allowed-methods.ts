/** Methods of the calls at a path, from the contracts. Pure. */
import { ENDPOINTS } from './endpoints.ts';

/** Whether a path is one of a template, such as `/drive/v1/files/{id}`. */
function isOf(path: readonly string[], template: readonly string[]): boolean {
  return (
    path.length === template.length &&
    template.every((part, at) => (part.startsWith('{') ? path[at] !== '' : part === path[at]))
  );
}

/** @returns none for a path without calls */
export function allowedMethods(path: string): string[] {
  const segments = path.split('/');
  const methods = ENDPOINTS.filter((endpoint) => isOf(segments, endpoint.path.split('/'))).map(({ method }) => method);
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].toSorted();
}
