/**
 * Addresses of programs that people own: WebDAV, the dialect of sync clients, tus. They are served at the origin of programs alone
 * (PROGRAMS_ORIGIN), which may be the one of content. Pure.
 */

/** WebDAV; its root is the person's drive, or the folder of the app password. */
export const DAV_PATH = '/dav/';

/** Links as folders. */
export const LINK_PATH = `${DAV_PATH}s/`;

/** Uploads by tus 1.0 that go on where they stopped. */
export const TUS_PATH = '/tus/';

/**
 * For a question about an upload that cannot be answered now. Clients of tus give an upload up and begin another one after any other refusal
 * of HEAD; after this one they ask again.
 */
export const TUS_ASK_AGAIN = 423;

/** Whether a request asks how far an upload has come. @param target  as written, with its query */
export function asksAboutUpload(method: string, target: string): boolean {
  return method === 'HEAD' && target.startsWith(TUS_PATH);
}

/** Where sync clients list folders. */
const SYNC_FILES = /^\/remote\.php\/(?:webdav|dav\/files)(?:[/?]|$)/;

export interface FolderQuestion {
  readonly method: string;
  /** As written, with its query. */
  readonly target: string;
  /** The header. */
  readonly depth: string | null;
}

/**
 * Whether an answer to a sync client is broken off instead: it asks for the content of a folder, and the refusal is one that passes. Clients
 * leave a refused folder out and note the folders above it as read: the changes in it would not reach them before the next one. After a
 * broken answer they read all of it again.
 */
export function isBrokenOff({ method, target, depth }: FolderQuestion, status: number): boolean {
  const passes = status === 408 || status === 429 || status >= 500;
  return passes && method === 'PROPFIND' && depth === '1' && SYNC_FILES.test(target);
}

/** Places of programs: the path itself, and what is below it. */
const PLACES = ['/dav', '/ocs', '/remote.php', '/index.php', '/tus'] as const;
const FILES = ['/status.php'] as const;

/** @param path  as written, without a query */
export function isProgramPath(path: string): boolean {
  return FILES.some((file) => path === file) || PLACES.some((place) => path === place || path.startsWith(`${place}/`));
}

/** Methods of WebDAV (RFC 4918, RFC 3253, RFC 5323) besides those of HTTP. */
export const DAV_METHODS = [
  'PROPFIND',
  'PROPPATCH',
  'MKCOL',
  'COPY',
  'MOVE',
  'LOCK',
  'UNLOCK',
  'REPORT',
  'SEARCH',
] as const;

export type DavMethod = (typeof DAV_METHODS)[number];

export function isDavMethod(method: string): method is DavMethod {
  return DAV_METHODS.some((each) => each === method);
}
