/** The login scene: where the wish to sign in came from. It comes in the address and is kept on the device (spec section 3). */

/** What the server keeps too (worker/pages/auth/next.ts). */
const SCENE = /^[\w.:-]{1,64}$/;

export function storeLoginPurpose(address: Pick<URL, 'searchParams'>, keep: (scene: string) => unknown): void {
  const scene = address.searchParams.get('scene') ?? '';
  if (SCENE.test(scene)) keep(scene);
}
