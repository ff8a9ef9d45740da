/** Puts the login scene into local storage. Loaded when there is one. */
import { makeLocalStore } from '#client/store/local.ts';
import { LOCAL } from '#client/store/local-keys.ts';

export function storeScene(scene: string): void {
  makeLocalStore(() => localStorage).set(LOCAL.loginScene, scene);
}
