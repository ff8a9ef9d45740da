/** The hasher of this document, shared by uploads and downloads: the policy that starts its worker can be made once. */
import { makeHashConnector } from './connection.ts';
import { type Hasher, makeHasher } from './hasher.ts';

let made: Hasher | null = null;

export function pageHasher(): Hasher {
  made ??= makeHasher(makeHashConnector());
  return made;
}
