/** App passwords as a person makes them, for programs that the tests run. */
import type { Person } from './wire-client.ts';

export interface ProgramPassword {
  readonly id: string;
  readonly text: string;
  /** Address for WebDAV. */
  readonly address: string;
}

/** @param more  `scope`, `folder_id` and other fields of the call */
export async function makeProgramPassword(
  person: Pick<Person, 'post'>,
  more: Readonly<Record<string, unknown>> = {},
  password = 'magpie-demo',
): Promise<ProgramPassword> {
  const sudo = await person.post('/v1/user/sudo', { password });
  const made = await person.post('/v1/user/app_passwords', {
    sudo_token: sudo.body.sudo_token,
    name: 'a program of the tests',
    scope: 'write',
    folder_id: '',
    ends_in_days: 0,
    ...more,
  });
  if (made.status !== 200) throw new Error(`no app password: ${made.status} ${JSON.stringify(made.body)}`);
  return { id: made.body.app_password.id, text: made.body.password, address: made.body.address };
}
