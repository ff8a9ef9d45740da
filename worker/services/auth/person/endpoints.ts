/** Endpoints of name, picture and settings. */
import type { Hono } from 'hono';
import { authContract } from '#shared/auth/contract.ts';
import { PICTURE_MAX_BYTES } from '#shared/auth/picture.ts';
import { preferenceEndpoints } from '#shared/auth/preferences.contract.ts';
import { settingsEndpoints } from '#shared/auth/settings.contract.ts';
import { readLimitedBytes } from '#worker/platform/body/read.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { AuthParts } from '../deps.ts';
import { removePicture, setPicture } from './picture.ts';
import { readPreferences, writePreferences } from './preferences.ts';
import { profile, rename } from './profile.ts';

export function bindPersonEndpoints(router: Hono<AppEnv>, parts: AuthParts): void {
  bindEndpoint(router, authContract.me, ({ caller }) => profile(parts, caller));

  bindEndpoint(router, settingsEndpoints.rename, ({ body, caller }) => rename(parts, { name: body.name }, caller));

  bindEndpoint(router, settingsEndpoints.setPicture, async ({ caller, request }) =>
    setPicture(parts, await readLimitedBytes(request, PICTURE_MAX_BYTES), caller),
  );

  bindEndpoint(router, settingsEndpoints.removePicture, ({ caller }) => removePicture(parts, caller));

  bindEndpoint(router, preferenceEndpoints.settings, async ({ query, caller }) => ({
    items: await readPreferences(parts, query.items, caller),
  }));

  bindEndpoint(router, preferenceEndpoints.saveSettings, async ({ body, caller }) => {
    await writePreferences(parts, body.items, caller);
    return {};
  });
}
