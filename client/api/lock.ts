/**
 * One at a time over all tabs of this browser: a refresh token may be used once, so two tabs must not refresh together.
 */

/** Runs `work` while no other tab holds `name`. Where the browser has no locks it runs at once: the server grants a short grace. */
export function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks;
  // Absent on insecure origins, whatever the types say.
  return locks ? locks.request(name, work) : work();
}
