/** Files of the client that the Worker reads by its binding `ASSETS`, for tests without a build. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { cardFontsFolder } from '#scripts/build/card-fonts.ts';
import { readExtension } from '#scripts/build/extension.ts';
import type { LocalAnswer } from '#scripts/start/runtime/local-services.ts';
import { EXTENSION_PACKAGE } from '#worker/pages/packages/extension-package.ts';

const FONTS = '/card-fonts/';

/** @param root  of the repository */
export function makeClientFiles(root: string): LocalAnswer {
  return async (request) => {
    const pathname = URL.parse(request.url)?.pathname ?? '';
    if (pathname === EXTENSION_PACKAGE.filesPath) return Response.json(readExtension(root));
    const file = pathname.startsWith(FONTS)
      ? path.join(await cardFontsFolder(root), path.basename(pathname))
      : path.join(root, 'client/public', path.basename(pathname));
    return readFile(file).then(
      (bytes) => new Response(new Uint8Array(bytes)),
      () => new Response(null, { status: 404 }),
    );
  };
}
