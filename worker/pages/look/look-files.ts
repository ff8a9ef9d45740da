/**
 * Files of an installation with a look of its own: the style sheets of the build with its colours and logo behind them, the icons of
 * the logo, and the manifest. A page links them in place of the build's, so that a look costs no request.
 */
import type { Context } from 'hono';
import type { AccentColours } from '#shared/config/accent.ts';
import { LOGO_SIDES, logoIconHref } from '#shared/config/logo-icon.ts';
import { AppError } from '#shared/errors.ts';
import { DEFAULT_LOCALE, isLocale } from '#shared/locale/tags.ts';
import { ASSETS_FOLDER, assets } from '#worker/platform/assets.ts';
import { CODINGS_HEADER, codingFor, encode, markEncoded } from '#worker/platform/coding.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Look } from '#worker/services/config/index.ts';
import type { PageDeps } from '../services.ts';

/** The address changes with its content. */
const FOR_EVER = 'public, max-age=31536000, immutable';
/** CSS pixels of the logo in a header, and on a card of an account. */
const HEIGHTS = { header: 34, card: 52 } as const;
const MAX_WIDTHS = { header: 168, card: 260 } as const;
const MANIFEST = '/site.webmanifest';
const LOGO_ID = /^[0-9a-f]{32}$/;
const encoder = new TextEncoder();

async function assetOf({ clientFiles }: PageDeps, path: string): Promise<string> {
  const answer = await clientFiles.fetch(`https://assets.invalid${path}`);
  if (!answer.ok) throw new AppError('not_found');
  return answer.text();
}

/** A colour of both themes, written as the style sheet writes its own. */
function colourRules(css: string, { light, dark }: NonNullable<Look['colours']>): string {
  const isLowered = css.includes('--lightningcss-light');
  const both = (of: (colours: AccentColours) => string) =>
    isLowered
      ? `var(--lightningcss-light,${of(light)})var(--lightningcss-dark,${of(dark)})`
      : `light-dark(${of(light)},${of(dark)})`;
  // Twice the class: a style sheet of the build that is loaded later changes nothing.
  return `:root:root{--color-accent:${both(({ accent }) => accent)};--color-accent-strong:${both(({ strong }) => strong)};--color-accent-soft:${both(({ soft }) => soft)};--color-on-accent:${both(({ onAccent }) => onAccent)}}.iridescent.iridescent{background:${light.accent};color:${light.onAccent}}`;
}

/** The product's bird goes where another mark has come. */
function logoRules({ width, height }: NonNullable<Look['logo']>, webp: Uint8Array): string {
  const sized = (place: keyof typeof HEIGHTS) => {
    const scale = Math.min(HEIGHTS[place] / height, MAX_WIDTHS[place] / width);
    return `width:${Math.round(width * scale)}px;height:${Math.round(height * scale)}px`;
  };
  return `.own-logo{display:block;flex:none;${sized('header')};background:url(data:image/webp;base64,${Buffer.from(webp).toString('base64')}) center/contain no-repeat}.own-logo[data-size=lg]{${sized('card')}}.bird{display:none}`;
}

function sheetsOfBuild(): readonly string[] {
  const { styles, siteStyles, signInStyles, shareListStyles, shareStyles, driveListStyles, driveStyles } = assets;
  return [styles, siteStyles, signInStyles, shareListStyles, shareStyles, driveListStyles, driveStyles];
}

/** @throws AppError not_found for a file that is no style sheet of this build */
export async function lookStyles(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const path = ASSETS_FOLDER + (c.req.param('file') ?? '');
  if (!sheetsOfBuild().includes(path)) throw new AppError('not_found');
  const look = await deps.readLook();
  const css = await assetOf(deps, path);
  const logo = look.logo && (await deps.logos.read(look.logo.id));
  const own = [
    look.colours ? colourRules(css, look.colours) : '',
    look.logo && logo ? logoRules(look.logo, logo.mark) : '',
  ].join('');
  const body = encoder.encode(`${css}\n${own}\n`);
  // Else an earlier look under its own name, or a later one than this isolate has read.
  const isInUse = c.req.param('mark') === look.mark;
  const headers = new Headers({
    'content-type': 'text/css; charset=utf-8',
    'cache-control': isInUse ? FOR_EVER : 'no-store',
  });
  // No cache holds the others, so anyone could have them compressed without end.
  const coding = isInUse && codingFor(c.req.header(CODINGS_HEADER), body.length);
  if (!coding) return new Response(body, { headers });
  return new Response(encode(coding, body), { headers: markEncoded(headers, coding), encodeBody: 'manual' });
}

/** @throws AppError not_found for a logo that is not stored */
export async function lookIcon(c: Context<AppEnv>, { logos }: PageDeps): Promise<Response> {
  const side = LOGO_SIDES.find((one) => String(one) === c.req.param('side'));
  const id = c.req.param('logo') ?? '';
  const logo = side && LOGO_ID.test(id) && (await logos.read(id));
  if (!logo) throw new AppError('not_found');
  return c.body(side === 192 ? logo.icon192 : logo.icon512, 200, {
    'content-type': 'image/png',
    'cache-control': FOR_EVER,
    'cross-origin-resource-policy': 'cross-origin',
  });
}

/** The manifest of the build with the name and the icons of this installation. */
export async function lookManifest(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const given = c.req.param('locale');
  const look = await deps.readLook();
  const { name, logo } = look.in(isLocale(given) ? given : DEFAULT_LOCALE);
  const manifest = JSON.parse(await assetOf(deps, MANIFEST)) as Record<string, unknown> & {
    readonly shortcuts: readonly object[];
  };
  const icons =
    logo &&
    LOGO_SIDES.map((side) => ({ src: logoIconHref(logo.id, side), sizes: `${side}x${side}`, type: 'image/png' }));
  const own = icons && {
    icons,
    shortcuts: manifest.shortcuts.map((shortcut) => ({ ...shortcut, icons: icons.slice(0, 1) })),
  };
  return c.json({ ...manifest, name, short_name: name, ...own }, 200, {
    'content-type': 'application/manifest+json',
    'cache-control': 'no-cache',
  });
}
