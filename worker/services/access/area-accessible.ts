/** Our own verdict, for a browser that checks and for another domain that asks for its visitor. */
import { judge, judgeCountry, type Verdict } from '#shared/access/rules.ts';
import { readAddress } from '#shared/address.ts';
import { isCountryCode } from '#shared/country/model.ts';
import { AppError } from '#shared/errors.ts';
import type { AccessDeps } from './deps.ts';
import type { AreaAnswer, AskedArea } from './service.ts';

export async function areaAccessible({ documents }: AccessDeps, asked: AskedArea): Promise<AreaAnswer> {
  const { askedCountry, askedAddress, address, country } = asked;
  if (askedCountry !== '' && !isCountryCode(askedCountry))
    throw new AppError('invalid_argument', { reason: 'no_country', field: 'country' });
  const found = readAddress(askedAddress);
  if (askedAddress !== '' && found === '')
    throw new AppError('invalid_argument', { reason: 'no_address', field: 'address' });
  const rules = await documents.live('access');
  const judged = isCountryCode(askedCountry) ? askedCountry : country;
  const verdicts: Verdict[] = [
    askedCountry === '' ? judge(rules, { address, country }) : judgeCountry(rules, judged),
    ...(found === '' ? [] : [judge(rules, { address: found, country: judged })]),
  ];
  const reason = verdicts.find((verdict) => verdict !== 'allowed') ?? '';
  return { accessible: reason === '', reason, country_code: judged };
}
