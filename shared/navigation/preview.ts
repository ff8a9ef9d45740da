/** The file that the viewer shows, in the address of a page: `?preview=<file id>`. Pure. */

/** Query parameter of drive pages and of pages of shares. */
export const PREVIEW_QUERY = 'preview';
/** Longest id of ours, and then some. */
const ID = /^[\w-]{1,64}$/;

/** @param search  query of an address. @returns '' where no file is named */
export function previewIdOf(search: string): string {
  const id = new URLSearchParams(search).get(PREVIEW_QUERY) ?? '';
  return ID.test(id) ? id : '';
}

/** @param address  path and query, perhaps a hash. @param id  '' removes the file from the address */
export function withPreview(address: string, id: string): string {
  const [path = '', hash] = address.split('#');
  const [place = '', search = ''] = path.split('?');
  const query = new URLSearchParams(search);
  query.delete(PREVIEW_QUERY);
  if (id !== '') query.set(PREVIEW_QUERY, id);
  const text = query.toString();
  return `${place}${text === '' ? '' : `?${text}`}${hash === undefined ? '' : `#${hash}`}`;
}
