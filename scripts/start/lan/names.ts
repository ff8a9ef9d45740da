/**
 * Names under `.local` that this server answers for on its networks (multicast DNS, RFC 6762). A name that another machine has is given
 * up: the server is still reached by the names that the network itself gives it.
 */
import { getResponder } from '@homebridge/ciao';

/** @param log  one line for the operator. @returns ends it, and takes the names back */
export function publishNames(hosts: readonly string[], port: number, log: (line: string) => void): () => Promise<void> {
  if (hosts.length === 0) return () => Promise.resolve();
  const responder = getResponder();
  for (const host of hosts) {
    const label = host.replace(/\.local$/, '');
    const service = responder.createService({
      name: label,
      type: 'https',
      port,
      hostname: label,
      // Without text the library takes its own announcement for another machine's.
      txt: { path: '/' },
    });
    service.on('hostname-change', () => {
      log(
        `warning: another machine of this network is ${host}. Give this one a name of its own, such as MAGPIE_LAN=attic.`,
      );
      void service.end();
    });
    service.advertise().catch((error: unknown) => {
      log(`warning: ${host} is not published on this network (${String(error)}): docs/lan.md has other ways.`);
    });
  }
  return () => responder.shutdown();
}
