/** The help centre: directories and their articles, in the order they are shown. Texts: locales/<tag>/pages/help. */

export interface HelpDirectory {
  readonly slug: string;
  readonly articles: readonly string[];
}

export const HELP_DIRECTORIES = [
  { slug: 'first-steps', articles: ['open-an-account', 'find-your-way', 'folders-and-trash'] },
  {
    slug: 'upload-and-download',
    articles: [
      'upload-files',
      'interrupted-uploads',
      'download-files',
      'fetch-by-link',
      'preview-and-play',
      'archives',
      'open-in-programs',
      'connect-programs',
    ],
  },
  {
    slug: 'sharing',
    articles: [
      'share-a-link',
      'passcode-and-end-date',
      'open-a-shared-link',
      'manage-links',
      'collect-files',
      'share-with-people',
      'follow-a-folder',
      'reports-and-objections',
    ],
  },
  {
    slug: 'account',
    articles: ['sign-in', 'protect-your-account', 'check-in-and-invitations', 'lock-close-export'],
  },
  { slug: 'trouble', articles: ['no-code-arrives', 'link-does-not-open', 'upload-fails'] },
] as const satisfies readonly HelpDirectory[];

export type HelpDirectorySlug = (typeof HELP_DIRECTORIES)[number]['slug'];

/** The directory of an address that names none. */
export const DEFAULT_HELP_DIRECTORY: HelpDirectorySlug = 'first-steps';

export interface HelpPlace {
  readonly directory: (typeof HELP_DIRECTORIES)[number];
  /** Absent on the page of a directory. */
  readonly article?: string;
  /** Slug of the one true address, when the asked one leaves the directory out. */
  readonly movedTo?: string;
}

/**
 * @param slug  `sharing`, `sharing/share-a-link`, or an article alone
 * @returns null for what the help centre does not hold
 */
export function helpPlaceOf(slug: string): HelpPlace | null {
  const [first = '', second, ...rest] = slug.replace(/\/$/, '').split('/');
  if (rest.length > 0) return null;
  const directory = HELP_DIRECTORIES.find((each) => each.slug === first);
  const articles: readonly string[] = directory?.articles ?? [];
  if (directory && second === undefined) return { directory };
  if (directory && second !== undefined) return articles.includes(second) ? { directory, article: second } : null;
  const home = HELP_DIRECTORIES.find((each) => (each.articles as readonly string[]).includes(first));
  if (!home || second !== undefined) return null;
  return { directory: home, article: first, movedTo: `${home.slug}/${first}` };
}

/** Slugs of all pages of the help centre. */
export const HELP_SLUGS: readonly string[] = HELP_DIRECTORIES.flatMap(({ slug, articles }) => [
  slug,
  ...articles.map((article) => `${slug}/${article}`),
]);
