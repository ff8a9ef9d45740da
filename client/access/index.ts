/** The region check, for other features of the client. */
export type { AccessContext } from './access.context.ts';
export { useVisit } from './visit.tsx';
