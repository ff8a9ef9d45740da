/** Wire row of the region check. Source: spec section 7.4; `country`, `address`, `reason` and `country_code` are ours. */
import * as v from 'valibot';
import { endpoint, optionalText } from '#shared/contract.ts';

export const accessContract = {
  areaAccessible: endpoint({
    id: 'access.areaAccessible',
    method: 'GET',
    path: '/access_controller/v1/area_accessible',
    host: 'user',
    callers: 'anyone',
    idempotency: 'never',
    query: v.object({
      /** Another edge asks for its visitor: ISO 3166-1 alpha-2. Then the caller's own country and address say nothing. */
      country: v.pipe(optionalText, v.maxLength(2)),
      /** An address the browser found to be its own: looked at besides the caller's, and kept nowhere. */
      address: v.pipe(optionalText, v.maxLength(100)),
    }),
    /** `reason`: `region`, `address`, or '' where access is given. `country_code`: the country that was judged. */
    output: v.object({
      accessible: v.boolean(),
      reason: v.picklist(['', 'region', 'address']),
      country_code: v.string(),
    }),
    errors: ['invalid_argument'],
    summary: 'Whether visits are open to the region and address of the caller',
  }),
} as const;
