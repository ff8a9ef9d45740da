/** Part of AuthService: oauth. Types only. */

export type OAuthFace = object;
