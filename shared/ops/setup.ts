/** Steps of the first hour of an installation, in the order of the list. Their texts are in the console's one language. Pure. */

export const SETUP_STEPS = ['hosts', 'mail', 'factor', 'sign_up', 'storage', 'backup', 'rehearsal'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** Steps that are done, by what the server knows or by a press. */
export type SetupState = Readonly<Record<SetupStep, boolean>>;
