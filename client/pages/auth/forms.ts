/** Scripts of pages with forms: the human check, passkeys, signing out. Without them each form posts as it is. */
import { watchChecks } from './human-check.ts';
import { watchPasskeys } from './passkeys.ts';
import { watchPasted } from './pasted.ts';
import { watchSession } from './session.ts';

/** May be called repeatedly; listens once. */
export function watchForms(page: Document): void {
  const picture = page.querySelector<HTMLFormElement>('form[data-picture]');
  if (picture) void import('../account/picture.ts').then(({ watchPicture }) => watchPicture(picture));
  const { dataset } = page.documentElement;
  if (dataset['forms'] !== undefined) return;
  dataset['forms'] = 'watched';
  watchChecks(page);
  watchPasted(page);
  watchPasskeys(page);
  watchSession(page);
}
