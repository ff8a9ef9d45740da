/**
 * Endpoints of the settings that clients store for a person under their own names. The server reads no value.
 * No recorded answers exist; the shapes are our own. Source: wire-contract.md section 3.7.
 */
import * as v from 'valibot';
import { endpoint, queryTexts } from '#shared/contract.ts';

/** Settings of one person, at most. */
export const MAX_SETTINGS = 100;
/** Longest value, characters of JSON. */
export const MAX_SETTING_CHARS = 8_192;

const settingName = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.:-]{1,64}$/));
const items = v.record(settingName, v.unknown());

export const preferenceEndpoints = {
  settings: endpoint({
    id: 'auth.settings',
    method: 'GET',
    path: '/user/v1/settings',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    /** Names, also joined by `|`; none means all. */
    query: v.object({ items: v.pipe(queryTexts, v.maxLength(MAX_SETTINGS)) }),
    output: v.object({ items: v.record(v.string(), v.unknown()) }),
    errors: ['unauthenticated'],
    summary: 'Settings that clients stored for the person, by name; a name without a value is left out',
  }),
  saveSettings: endpoint({
    id: 'auth.saveSettings',
    method: 'POST',
    path: '/user/v1/settings',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    /** A value of null removes its setting. */
    body: v.object({ items }),
    output: v.object({}),
    errors: ['unauthenticated', 'invalid_argument'],
    summary: 'Stores settings of the person; names that are not sent keep their values',
  }),
} as const;
