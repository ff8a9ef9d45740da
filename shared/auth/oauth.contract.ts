/** Wire rows of the authorization service: codes, device grant, introspection, discovery. Part of authContract. */

export const oauthRows = {} as const;
