/** Our own decision, for a browser that checks and for another domain that asks for its visitor. */
import { type AccessDecision, decide, decideCountry } from '#shared/access/rules.ts';
import { readAddress } from '#shared/address.ts';
import { type CountryCode, isCountryCode } from '#shared/country/model.ts';
import { AppError } from '#shared/errors.ts';
import type { AccessDeps } from './deps.ts';

export interface AreaRequest {
  /** Address of the caller, from the platform. */
  readonly address: string;
  readonly country: CountryCode;
  /** As sent; '' for none. */
  readonly requestedCountry: string;
  readonly requestedAddress: string;
}

export interface AreaAnswer {
  readonly accessible: boolean;
  readonly reason: '' | 'region' | 'address';
  readonly country_code: string;
}

/** @throws AppError invalid_argument */
export async function areaAccessible({ documents }: AccessDeps, request: AreaRequest): Promise<AreaAnswer> {
  const { requestedCountry, requestedAddress, address, country } = request;
  if (requestedCountry !== '' && !isCountryCode(requestedCountry))
    throw new AppError('invalid_argument', { reason: 'no_country', field: 'country' });
  const found = readAddress(requestedAddress);
  if (requestedAddress !== '' && found === '')
    throw new AppError('invalid_argument', { reason: 'no_address', field: 'address' });
  const rules = await documents.live('access');
  const decidedCountry = isCountryCode(requestedCountry) ? requestedCountry : country;
  const decisions: AccessDecision[] = [
    requestedCountry === '' ? decide(rules, { address, country }) : decideCountry(rules, decidedCountry),
    ...(found === '' ? [] : [decide(rules, { address: found, country: decidedCountry })]),
  ];
  const reason = decisions.find((decision) => decision !== 'allowed') ?? '';
  return { accessible: reason === '', reason, country_code: decidedCountry };
}
