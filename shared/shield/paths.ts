/** Paths that a page of ours calls without loading the contract that spells them in full. */
export const CHECK_CHALLENGE_PATH = '/v1/shield/check/challenge';
export const CHECK_SOLVE_PATH = '/v1/shield/check/solve';
