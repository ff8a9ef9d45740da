/** LAN mode in the proxy: the current certificate, the networks that are served, and the page `/lan`. */
import type { ProxyLan } from '../proxy/proxy-server.ts';
import { servedHosts } from '../proxy/served-hosts.ts';
import type { Settings } from '../settings.ts';
import { makeIsNeighbour } from './addresses.ts';
import type { LanCertificate } from './certificates.ts';
import { serveLanPage } from './page.ts';

export interface UpdatedLan extends ProxyLan {
  /** @returns whether the certificate is another one */
  update(next: LanCertificate): boolean;
}

export function makeProxyLan(
  settings: Pick<Settings, 'appOrigin' | 'contentOrigin' | 'programsOrigin' | 'apiOrigins'>,
  first: LanCertificate,
): UpdatedLan {
  const { appOrigin } = settings;
  const hosts = servedHosts(settings);
  let current = first;
  let isInside = makeIsNeighbour(current.networks);
  return {
    certificate: () => current,
    get isNeighbour() {
      return isInside;
    },
    serve: (request, response) => serveLanPage({ appOrigin, hosts }, current, request, response),
    update(next) {
      if (next.certificate === current.certificate) return false;
      current = next;
      isInside = makeIsNeighbour(current.networks);
      return true;
    },
  };
}
