/**
 * Data: client ids that published programs for this API send. `CLIENTS=compatible` lets them sign people in by password.
 * The ids are public and prove nothing; `client_secret` is ignored.
 */
const SHARED = {
  redirectUris: [],
  scopes: ['user', 'pan', 'offline'],
  grants: ['password', 'refresh_token'],
  consent: 'always',
  handsOff: false,
  secretSha256: null,
} as const;

export const COMPATIBLE_CLIENTS = Object.freeze([
  { ...SHARED, id: 'YNxT9w7GMdWvEOKa', name: 'Compatible client (mobile)' },
  { ...SHARED, id: 'YUMx5nI8ZU8Ap8pm', name: 'Compatible client (web)' },
  { ...SHARED, id: 'YvtoWO6GNHiuCl7x', name: 'Compatible client (desktop)' },
]);
