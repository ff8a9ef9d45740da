/** Files of the client that the Worker reads by its binding `ASSETS`, for tests without a build. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { cardFontsFolder } from '#scripts/build/card-fonts.ts';
import type { LocalAnswer } from '#scripts/start/runtime/local-services.ts';

const FONTS = '/card-fonts/';

/** @param root  of the repository */
export function makeClientFiles(root: string): LocalAnswer {
  return async (request) => {
    const pathname = URL.parse(request.url)?.pathname ?? '';
    const file = pathname.startsWith(FONTS)
      ? path.join(await cardFontsFolder(root), path.basename(pathname))
      : path.join(root, 'client/public', path.basename(pathname));
    return readFile(file).then(
      (bytes) => new Response(new Uint8Array(bytes)),
      () => new Response(null, { status: 404 }),
    );
  };
}
