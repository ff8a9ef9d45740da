/** Wire rows of second factors and passkeys. Part of authContract. */

export const factorRows = {} as const;
