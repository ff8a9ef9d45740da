/**
 * The accent colour of an installation: its contrast with the surfaces of both themes, the nearest colour that passes, and the
 * colours that follow from it. Surfaces are those of client/ui/tokens.css. Source: WCAG 2.2, 1.4.3 and "relative luminance".
 */

type Rgb = readonly [red: number, green: number, blue: number];
export type Theme = 'light' | 'dark';

/** Surfaces that show text in the accent colour. */
const SURFACES: Readonly<Record<Theme, readonly string[]>> = {
  light: ['#f7f7f4', '#ffffff', '#eeefeb'],
  dark: ['#0f1315', '#161b1e', '#1d2427', '#0a0d0f'],
};
const PAPER: Readonly<Record<Theme, string>> = { light: '#ffffff', dark: '#161b1e' };
/** Towards it a colour gains contrast in the theme. */
const FAR: Readonly<Record<Theme, string>> = { light: '#000000', dark: '#ffffff' };
/** Text and edges of controls. */
const LEAST_CONTRAST = 4.5;
const STEPS = 100;

export const HEX_COLOUR = /^#[0-9a-f]{6}$/;

function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

const hexOf = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** @param part  of `other`, 0 to 1 */
function mixed(hex: string, other: string, part: number): string {
  const [one, two] = [rgbOf(hex), rgbOf(other)];
  return hexOf(one.map((value, at) => value + ((two[at] ?? 0) - value) * part) as unknown as Rgb);
}

function luminanceOf(hex: string): number {
  const [red, green, blue] = rgbOf(hex).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrastOf(one: string, two: string): number {
  const [high = 0, low = 0] = [luminanceOf(one), luminanceOf(two)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const softOf = (hex: string, theme: Theme): string => mixed(PAPER[theme], hex, theme === 'light' ? 0.1 : 0.16);

/** White or black, whichever is read better on the colour. */
const onColour = (hex: string): string =>
  contrastOf(hex, '#ffffff') >= contrastOf(hex, '#000000') ? '#ffffff' : '#000000';

export function isReadable(hex: string, theme: Theme): boolean {
  const around = [...SURFACES[theme], softOf(hex, theme), onColour(hex)];
  return around.every((surface) => contrastOf(hex, surface) >= LEAST_CONTRAST);
}

/** The colour itself, or the first on its way to black or white that is readable in the theme. */
export function nearestReadable(hex: string, theme: Theme): string {
  for (let step = 0; step < STEPS; step += 1) {
    const colour = mixed(hex, FAR[theme], step / STEPS);
    if (isReadable(colour, theme)) return colour;
  }
  return FAR[theme];
}

/** The colours of one theme that follow from its accent. */
export interface AccentColours {
  readonly accent: string;
  readonly strong: string;
  readonly soft: string;
  readonly onAccent: string;
}

export function accentColours(hex: string, theme: Theme): AccentColours {
  return {
    accent: hex,
    strong: mixed(hex, FAR[theme], theme === 'light' ? 0.22 : 0.35),
    soft: softOf(hex, theme),
    onAccent: onColour(hex),
  };
}
