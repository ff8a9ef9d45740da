/** Endpoints about phone numbers. Part of authContract. */
import * as v from 'valibot';
import { endpoint } from '#shared/contract.ts';

export const phoneEndpoints = {
  areaCountryCode: endpoint({
    id: 'auth.areaCountryCode',
    method: 'GET',
    path: '/drive/v1/privilege/area_country_code',
    host: 'drive',
    callers: 'anyone',
    idempotency: 'read',
    /** ISO 3166-1 alpha-2, capitals: a key of the country table. */
    output: v.object({ data: v.object({ countryCode: v.string() }) }),
    errors: [],
    summary: "The visitor's country, to choose a calling code by",
  }),
} as const;
