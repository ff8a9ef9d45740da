/** The session and the account, for other parts of the client. */
export { loadPictureChooser } from './account/load-choose-picture.ts';
export { followSession } from './session/follow-session.ts';
export { loadUserActions } from './session/load-user-actions.ts';
export { makeSessionActions, type SessionActions } from './session/session.actions.ts';
export { publishSession, subscribeSession } from './session/session.events.ts';
export { signOut } from './session/sign-out.ts';
export { loadLoginClient } from './sign-in/load-login-client.ts';
