/** Paths that our pages call without loading the whole contract. */
export const CHECK_CHALLENGE_PATH = '/v1/shield/check/challenge';
export const CHECK_SOLVE_PATH = '/v1/shield/check/solve';
