/** Bindings of the development server: origins that follow the port, and secrets kept under .data/dev. */
import { loadSecrets } from '#scripts/start/state/secrets.ts';

/** Values laid over `[vars]` of wrangler.toml by build/bundler-config.ts for the development server. */
export function devVars(): Record<string, string> {
  const port = process.env['PORT'] ?? '8787';
  return {
    ...loadSecrets('.data/dev'),
    APP_ORIGIN: `http://localhost:${port}`,
    CONTENT_ORIGIN: `http://127.0.0.1:${port}`,
    MAGPIE_MODE: 'demo',
    BLOB_STORE: 'r2',
  };
}
