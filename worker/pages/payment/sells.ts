/** Whether this installation sells anything: it takes payments, and its catalogue is open. */
import type { Catalogue } from '#shared/membership/catalogue.ts';
import type { PageDeps } from '../services.ts';

export function sellsHere({ config }: Pick<PageDeps, 'config'>, { sells }: Pick<Catalogue, 'sells'>): boolean {
  return sells && config.payment.provider !== 'off';
}
