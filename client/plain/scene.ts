/** The login scene: where the wish to sign in came from. It comes in the address and is kept on the device (spec section 3). */

/** What the server keeps too (worker/pages/next.ts). */
const SCENE = /^[\w.:-]{1,64}$/;

/** @param keep  stores it; what does that is loaded only when there is something to store */
export function keepScene(address: Pick<URL, 'searchParams'>, keep: (scene: string) => void): void {
  const scene = address.searchParams.get('scene') ?? '';
  if (SCENE.test(scene)) keep(scene);
}
