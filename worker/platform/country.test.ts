import { expect, it } from 'vitest';
import { countryOf } from './country.ts';

function requestFrom(cf: unknown, header = ''): Request {
  const request = new Request('http://x/', { headers: header === '' ? {} : { 'cf-ipcountry': header } });
  return Object.assign(request, { cf });
}

it.each([
  [{ country: 'DE' }, '', 'DE'],
  [{ country: 'DE' }, 'FR', 'DE'],
  [undefined, 'jp', 'JP'],
  [{ country: 'XX' }, '', 'US'],
  [{ country: 'T1' }, '', 'US'],
  [{ country: 5 }, '', 'US'],
  [undefined, '<script>', 'US'],
  [undefined, '', 'US'],
])("the visitor's country: by %j and header %j is %s", (cf, header, country) => {
  expect(countryOf(requestFrom(cf, header), 'US')).toBe(country);
});
