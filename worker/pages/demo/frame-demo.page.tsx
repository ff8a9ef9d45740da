/**
 * Demo mode: a page of another origin (the content host's) that holds the drive in a frame and shows the messages that it receives, as a
 * portal would. Its address is bound in demo mode alone. In English, like the rest of what only operators see.
 */
import type { Context } from 'hono';
import { href } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { PageDeps } from '../services.ts';

/** Both the window and the origin of a message are looked at: any page may post one. */
const SCRIPT = `
const frame = document.querySelector('iframe');
const list = document.querySelector('ol');
addEventListener('message', (event) => {
  if (event.source !== frame.contentWindow || event.origin !== new URL(frame.src).origin) return;
  const { source, type, action } = event.data ?? {};
  if (source !== 'magpie' || type !== 'action' || typeof action !== 'string') return;
  const line = document.createElement('li');
  line.textContent = action;
  list.append(line);
});
`;

const STYLE = `
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color-scheme: light dark; }
main { max-width: 72rem; margin: auto; padding: 1.5rem; }
iframe { width: 100%; height: 36rem; border: 1px solid; border-radius: 8px; }
`;

export function frameDemoPage(c: Context<AppEnv>, { config }: PageDeps): Response | Promise<Response> {
  const { appOrigin, contentOrigin } = config;
  // The point of it is to be another origin.
  if (c.get('hostKind') !== 'content') return c.redirect(`${contentOrigin}${href('dev.frame')}`, 302);
  const nonce = newHexId(16);
  const query = new URLSearchParams({ origin: contentOrigin });
  const framed = `${appOrigin}${href('drive.all')}?${query}`;
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `frame-src ${appOrigin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  c.header('content-security-policy', policy);
  c.header('cache-control', 'no-store');
  return c.render(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>A page around the drive</title>
        <style nonce={nonce}>{STYLE}</style>
      </head>
      <body>
        <main>
          <h1>A page around the drive</h1>
          <p>
            This page is {contentOrigin}, the frame is {appOrigin}. What is pressed in the frame and meant for a page
            around it is listed below.
          </p>
          <iframe title="The drive" src={framed} />
          <h2>Messages</h2>
          <ol />
        </main>
        <script type="module" nonce={nonce}>
          {SCRIPT}
        </script>
      </body>
    </html>,
  );
}
