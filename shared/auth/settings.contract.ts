/** Wire rows of what a person changes about the account. Part of authContract. */

export const settingsRows = {} as const;
