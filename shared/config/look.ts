/** For whom an installation is and how it looks: the document `service`. Its name is `product_name` of the document `basic`. */
import * as v from 'valibot';
import { HEX_COLOUR, isReadable, nearestReadable, type Theme } from './accent.ts';
import { makeConfigDocument } from './config-document.ts';
import { isShownText } from './language-texts.ts';
import { maybePageAddress } from './page-address.ts';
import { SERVICE_KINDS } from './service-kind.ts';

/** A stored picture, and the size in which pages show it. */
export const LOGO = /^([0-9a-f]{32})-(\d{1,3})x(\d{1,3})$/;

const accent = (title: string, says: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.check((text) => text === '' || HEX_COLOUR.test(text), 'must be a colour such as #0a6270'),
      v.title(title),
      v.description(says),
    ),
    '',
  );

const schema = v.object({
  kind: v.pipe(
    v.optional(v.picklist(SERVICE_KINDS)),
    v.title('Who the service is for'),
    v.metadata({ choices: { everyone: 'Everyone', company: 'A company', family: 'A household' } }),
    v.description(
      'A company and a household sell and give nothing: no page, letter or refusal speaks of it. Not set: as the variable SERVICE_KIND says.',
    ),
  ),
  logo: v.optional(
    v.pipe(
      v.string(),
      v.check((text) => text === '' || LOGO.test(text), 'must be the name of a picture that was sent on this page'),
      v.title('Logo'),
      v.description(
        'The picture beside the name, on pages, icons and cards: the one that was sent below the fields fills this in. Empty: that of the product.',
      ),
    ),
    '',
  ),
  accent: accent('Colour', 'Colour of buttons and links, such as #0a6270. Empty: that of the product.'),
  accent_dark: accent('Colour in the dark theme', 'The same in the dark theme. Empty: made from the other one.'),
  footer: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(200),
      v.check((text) => text === '' || isShownText(text), 'must be plain text without markup and control characters'),
      v.title('Line at the foot'),
      v.description('A line at the foot of pages and letters. Variants hold for languages.'),
    ),
    '',
  ),
  agreement_url: v.optional(
    v.pipe(
      maybePageAddress('Where pages link to a user agreement. Empty: the text of the product.'),
      v.title('Your own user agreement'),
    ),
    '',
  ),
  privacy_url: v.optional(
    v.pipe(
      maybePageAddress('Where pages link to a privacy policy. Empty: the text of the product.'),
      v.title('Your own privacy policy'),
    ),
    '',
  ),
});

const THEMES: Readonly<Record<'accent' | 'accent_dark', Theme>> = { accent: 'light', accent_dark: 'dark' };

export const serviceDocument = makeConfigDocument({
  title: 'Kind of service and look',
  schema,
  initial: { logo: '', accent: '', accent_dark: '', footer: '', agreement_url: '', privacy_url: '' },
  clashes: (parts) =>
    parts
      .slice(1)
      .flatMap(({ values, path }) =>
        (['kind', 'logo', 'accent', 'accent_dark'] as const)
          .filter((field) => values[field] !== undefined && field in values)
          .map((field) => ({ path: [...path, field], message: 'holds for everyone: write it into the default' })),
      ),
  // A build with other surfaces must not lose the kind of service over a colour.
  publishing: (parts) =>
    parts.flatMap(({ values, path }) =>
      (['accent', 'accent_dark'] as const).flatMap((field) => {
        const [colour = '', theme] = [values[field], THEMES[field]];
        if (colour === '' || isReadable(colour, theme)) return [];
        const nearest = nearestReadable(colour, theme);
        const message = `cannot be read in the ${theme} theme; the nearest colour that can is ${nearest}`;
        return [{ path: [...path, field], message }];
      }),
    ),
});
