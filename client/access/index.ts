/** The region check, for other features of the client. */
export { type AccessContext, loadAccessContext } from './load-access-context.ts';
export { useVisit } from './visit.tsx';
