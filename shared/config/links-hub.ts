/**
 * The document of the links hub: groups of links that operators keep for visitors. A link is a share of ours or an address
 * of an origin that the same document allows. For the server and the command line only.
 */
import * as v from 'valibot';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#shared/locale/tags.ts';
import { matchRoute } from '#shared/route-table.ts';
import { makeConfigDocument } from './config-document.ts';
import { isWebAddress, webOrigin } from './web-address.ts';

const MAX_GROUPS = 30;
const MAX_LINKS = 100;

const label = (maxChars: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(maxChars));

/** en-US is needed: it replaces every language that is left out. */
const inLanguages = (maxChars: number) =>
  v.strictObject({
    ...(Object.fromEntries(LOCALES.map((tag) => [tag, v.optional(label(maxChars))])) as Record<
      Locale,
      v.OptionalSchema<ReturnType<typeof label>, undefined>
    >),
    [DEFAULT_LOCALE]: label(maxChars),
  });

/** Whether text is the bare path of a share. */
function isSharePath(text: string): boolean {
  return /^\/s\/[A-Za-z0-9_-]{26}$/.test(text) && matchRoute(text)?.id === 'share.open';
}

const link = v.strictObject({
  title: v.pipe(inLanguages(100), v.description('Name of the link.')),
  note: v.pipe(v.optional(inLanguages(300)), v.description('One sentence below it.')),
  url: v.pipe(
    v.string(),
    v.check(
      (text) => isSharePath(text) || isWebAddress(text),
      'must be /s/ and the id of a share, or an https address',
    ),
    v.title('Address'),
    v.description('/s/ and the id of a share, or an https address of an allowed origin.'),
  ),
});

const hub = v.pipe(
  v.strictObject({
    origins: v.pipe(
      v.optional(v.pipe(v.array(webOrigin), v.maxLength(MAX_LINKS)), []),
      v.title('Allowed origins'),
      v.description('Sites that links may lead to, besides shares of this one, such as https://example.com.'),
    ),
    groups: v.pipe(
      v.array(
        v.strictObject({
          title: v.pipe(inLanguages(100), v.description('Heading of the group.')),
          links: v.pipe(
            v.array(link),
            v.minLength(1),
            v.maxLength(MAX_LINKS),
            v.description('At least one.'),
            v.metadata({ entry: 'Link' }),
          ),
        }),
      ),
      v.maxLength(MAX_GROUPS),
      v.description('In the order they are shown.'),
      v.metadata({ entry: 'Group' }),
    ),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { origins, groups } = dataset.value;
    for (const [groupIndex, group] of groups.entries())
      for (const [linkIndex, { url }] of group.links.entries()) {
        // A text that is no address at all has a finding already.
        if (!isWebAddress(url) || origins.includes(new URL(url).origin)) continue;
        const steps = ['groups', groupIndex, 'links', linkIndex, 'url'] as const;
        addIssue({ message: `${new URL(url).origin} does not stand in "origins"`, path: pathTo(dataset.value, steps) });
      }
  }),
  v.title('Links for visitors'),
  v.description('Groups of links, and the sites that they may lead to.'),
);

type IssuePath = [v.IssuePathItem, ...v.IssuePathItem[]];

/** Where an issue points, as valibot spells it. */
function pathTo(root: unknown, steps: readonly (string | number)[]): IssuePath {
  let input: unknown = root;
  return steps.map((key) => {
    const value = (input as Record<string | number, unknown>)[key];
    const item = { type: 'unknown', origin: 'value', input, key, value } as const;
    input = value;
    return item;
  }) as unknown as IssuePath;
}

export const linksHubDocument = makeConfigDocument({
  title: 'Links hub: links kept for visitors',
  schema: v.object({ hub }),
  initial: { hub: { origins: [], groups: [] } },
});
