/** Steps of the first hour of an installation, in the order of the list. Their texts are in the console's one language. Pure. */

export const SETUP_STEPS = ['hosts', 'mail', 'factor', 'look', 'sign_up', 'storage', 'backup', 'rehearsal'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** Steps that are done: the server finds that out, or a press says so. */
export type SetupState = Readonly<Record<SetupStep, boolean>>;
