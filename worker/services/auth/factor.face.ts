/** Part of AuthService: factor. Types only. */

export type FactorFace = object;
