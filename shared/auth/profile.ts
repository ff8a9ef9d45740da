/** The profile of a person on the wire. Source: wire-contract.md section 1. */
import * as v from 'valibot';

export const profileOutput = v.object({
  sub: v.string(),
  name: v.string(),
  picture: v.string(),
  email: v.string(),
  phone_number: v.string(),
  username: v.string(),
  password: v.string(),
  status: v.string(),
  created_at: v.string(),
  password_updated_at: v.string(),
  providers: v.array(v.object({ id: v.string(), provider_user_id: v.string(), name: v.string() })),
});

export type Profile = v.InferOutput<typeof profileOutput>;
