/** `npm run ops people add`: an account with a first password, for a server without mail, where people cannot sign up. */
import { randomBytes } from 'node:crypto';
import { askServer } from './area.ts';
import { isRemote } from './remote.ts';

/** 96 bits, with letters and a digit as every password here must have. */
const makePassword = (): string => `${randomBytes(12).toString('base64url')}-7a`;

export async function addPerson(server: string, email: string, name: string): Promise<string> {
  if (isRemote(server))
    throw new Error('an account is made on the machine itself: its first password is printed there');
  const password = makePassword();
  const body = { email, name: name || (email.split('@')[0] ?? email), password, operator: false };
  const { person } = await askServer<{ person: 'found' | 'made' }>(server, '/_internal/person/ensure', body);
  if (person === 'found') throw new Error(`${email} has an account; nothing was changed`);
  return `${email} has an account. The first password, to be changed after the first sign-in: ${password}`;
}
