/**
 * Content policies of framed pages: the human check, the debug console, the viewer's frame. Only our own pages may frame the first two. A provider's
 * addresses are allowed on the page of the check alone, and only where one is configured. Pure.
 */

/** Sources that a provider's script loads besides itself, according to its documentation. */
const PROVIDER_SOURCES = {
  turnstile: { script: [], frame: [] },
  recaptcha: { script: ['https://www.gstatic.com'], frame: ['https://recaptcha.google.com'] },
} as const;

export interface ForeignCheck {
  readonly name: keyof typeof PROVIDER_SOURCES;
  readonly scriptUrl: string;
}

type Rules = Readonly<Record<string, readonly string[]>>;

function text(rules: Rules): string {
  return Object.entries(rules)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}

const NOTHING: Rules = {
  'default-src': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'self'"],
  'base-uri': ["'none'"],
  'object-src': ["'none'"],
};
const OURS: Rules = {
  ...NOTHING,
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'manifest-src': ["'self'"],
};

/** @param foreign  null: our own check, without foreign addresses */
export function checkPolicy(foreign: ForeignCheck | null): string {
  if (!foreign)
    return text({
      ...OURS,
      'script-src': ["'self'"],
      'connect-src': ["'self'"],
      'worker-src': ["'self'"],
      'require-trusted-types-for': ["'script'"],
      // The worker's address, and the markup of the widget's framework.
      'trusted-types': ['magpie-worker', 'svelte-trusted-html'],
    });
  const origin = new URL(foreign.scriptUrl).origin;
  const { script, frame } = PROVIDER_SOURCES[foreign.name];
  return text({
    ...OURS,
    'script-src': ["'self'", origin, ...script],
    'connect-src': ["'self'", origin],
    'frame-src': [origin, ...frame],
    'img-src': ["'self'", 'data:', origin, ...script],
    // Provider scripts write style attributes; Trusted Types would block them too.
    'style-src': ["'self'", "'unsafe-inline'"],
  });
}

/**
 * The frame that draws people's files (client/preview/frame). Its origin is opaque in any window. Styles and pictures are those of the
 * file itself; no rule allows a request but for our own scripts. WebAssembly decodes HEIC.
 * @param scripts  where our scripts are, on the content origin
 */
export function previewFramePolicy(scripts: string): string {
  return text({
    sandbox: ['allow-scripts'],
    'default-src': ["'none'"],
    'script-src': [scripts, "'wasm-unsafe-eval'"],
    'style-src': ["'unsafe-inline'"],
    'img-src': ['blob:', 'data:'],
    'font-src': ['blob:', 'data:'],
    'worker-src': ['blob:'],
    'form-action': ["'none'"],
    'base-uri': ["'none'"],
  });
}

/** `/loading` runs nothing. */
export function loadingPolicy(): string {
  return text({ ...OURS, 'require-trusted-types-for': ["'script'"], 'trusted-types': ["'none'"] });
}

/**
 * The document of the debug console (spec 2.9), the only one that allows style elements, because the console uses them. It is in a
 * frame of its own, so that no other page is weaker for it. Scripts are ours alone and typed text cannot run.
 */
export function consolePolicy(): string {
  return text({
    ...OURS,
    'script-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'font-src': ["'self'", 'data:'],
  });
}
