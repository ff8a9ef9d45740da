/** The login purpose (`scene` in the address): why the user signs in. It is stored on the device (spec section 3). */

/** Accepted values, as on the server (worker/pages/auth/next.ts). */
const PURPOSE = /^[\w.:-]{1,64}$/;

export function storeLoginPurpose(address: Pick<URL, 'searchParams'>, store: (purpose: string) => unknown): void {
  const purpose = address.searchParams.get('scene') ?? '';
  if (PURPOSE.test(purpose)) store(purpose);
}
