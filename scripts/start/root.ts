/** Root of the repository, from the sources and from the bundle in dist/server alike: both are two folders below it. */
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../..');
