/**
 * The document of the viewer's sandboxed frame, on the content origin alone. It is the same for everyone, holds nothing, and gets the
 * bytes of a file from the page around it (client/preview/frame). Its policy lets it reach nothing but our own scripts.
 */
import type { Context } from 'hono';
import { AppError } from '#shared/errors.ts';
import { previewFramePolicy } from '#worker/edge/check-policy.ts';
import { assets } from '#worker/platform/assets.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { PageDeps } from '../services.ts';

export function previewFramePage(c: Context<AppEnv>, { config }: PageDeps): Response | Promise<Response> {
  if (c.get('hostKind') !== 'content') throw new AppError('not_found');
  // A page of a share may itself be in a frame, so any page may hold this one: it takes bytes from our pages alone.
  c.set('frameParents', [config.appOrigin]);
  c.header(
    'content-security-policy',
    previewFramePolicy(assets.dev ? config.contentOrigin : `${config.contentOrigin}/assets/`),
  );
  c.header('cache-control', 'no-cache');
  c.header('referrer-policy', 'no-referrer');
  c.header('x-robots-tag', 'noindex');
  c.header('cross-origin-resource-policy', 'cross-origin');
  const { src } = assets.previewFrame;
  return c.render(
    <html lang="en" data-app={config.appOrigin}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Preview</title>
        <script type="module" src={src} />
      </head>
      <body>
        <main />
      </body>
    </html>,
  );
}
