/** The answer of every sign-in. Source: wire-contract.md section 1, "Token object". */
import * as v from 'valibot';

export const tokenObject = v.object({
  token_type: v.literal('Bearer'),
  access_token: v.string(),
  refresh_token: v.string(),
  expires_in: v.number(),
  sub: v.string(),
  user_id: v.string(),
  scope: v.string(),
  user_group: v.array(v.string()),
});

export type TokenObject = v.InferOutput<typeof tokenObject>;
