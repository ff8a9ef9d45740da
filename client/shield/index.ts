/** The human check, for other features of the client. */
export { CheckFields, checkOf, type HumanCheck } from './check-fields.view.tsx';
export { humanCheckLoader } from './load-human-check.ts';
export { passCheck } from './pass-check.ts';
