import { productName } from '#shared/locale/messages.ts';
import { DEFAULT_LOCALE } from '#shared/locale/tags.ts';

/**
 * Values that the protocol of the sync clients fixes, as data. The version is that of the protocol: clients compare it with the ones
 * that they support. The product has its own name.
 */

/** The oldest version whose protocol has all that is served here; clients call older ones unsupported. */
const VERSION = { major: 31, minor: 0, micro: 0 } as const;
const VERSION_TEXT = `${VERSION.major}.${VERSION.minor}.${VERSION.micro}`;

export const OWNCLOUD = 'http://owncloud.org/ns';
export const NEXTCLOUD = 'http://nextcloud.org/ns';
export const STAR_PROP = `{${OWNCLOUD}}favorite`;
export const SIZE_PROP = `{${OWNCLOUD}}size`;
export const SUMS_PROP = `{${OWNCLOUD}}checksums`;

const status = {
  installed: true,
  maintenance: false,
  needsDbUpgrade: false,
  version: `${VERSION_TEXT}.0`,
  versionstring: VERSION_TEXT,
  edition: '',
  extendedSupport: false,
} as const;

export const statusNow = () => ({ ...status, productname: productName(DEFAULT_LOCALE) });

/** Colour of the theme; clients that can take it paint their frame with it. */
const COLOUR = '#2b5797';

/** Largest part that fits any plan of the platform: 90 MiB. */
const MAX_CHUNK_BYTES = 90 * 1024 * 1024;

/**
 * Parts of the protocol that are served. Clients do not ask for those that are absent here.
 * @param origin  of the app @param takesMany  a request may be so long that it holds a hundred files
 */
export function capabilities(origin: string, takesMany: boolean): object {
  return {
    version: { ...VERSION, string: VERSION_TEXT, edition: '', extendedSupport: false },
    capabilities: {
      core: { pollinterval: 60, 'webdav-root': 'remote.php/webdav', 'reference-api': false },
      dav: { chunking: '1.0', bulkupload: takesMany ? '1.0' : '' },
      checksums: { supportedTypes: ['SHA1'], preferredUploadType: 'SHA1' },
      files: {
        bigfilechunking: true,
        blacklisted_files: [],
        forbidden_filenames: [],
        forbidden_filename_basenames: [],
        forbidden_filename_extensions: [],
        forbidden_filename_characters: ['/', '\\'],
        favorites: true,
        undelete: true,
        versioning: true,
        version_labeling: false,
        version_deletion: false,
        comments: false,
        chunked_upload: { max_size: MAX_CHUNK_BYTES, max_parallel_count: 4 },
      },
      files_sharing: { api_enabled: false, resharing: false, public: { enabled: false }, user: { send_mail: false } },
      theming: {
        name: productName(DEFAULT_LOCALE),
        productName: productName(DEFAULT_LOCALE),
        url: origin,
        slogan: '',
        color: COLOUR,
        'color-element': COLOUR,
        'color-element-bright': COLOUR,
        'color-element-dark': COLOUR,
        'color-text': '#ffffff',
        background: COLOUR,
        'background-plain': true,
        'background-default': true,
      },
    },
  };
}

/** Letters of what a program may do (`oc:permissions`): read, delete, rename, move, change a file, make files and folders in it. */
export function permissionsOf(isFile: boolean, isReadOnly: boolean, isRoot: boolean): string {
  if (isReadOnly) return 'G';
  if (isRoot) return 'GCK';
  return isFile ? 'GDNVW' : 'GDNVCK';
}

/** Lists that are empty here: answering them keeps clients quiet. Paths below `/ocs/v1.php` and `/ocs/v2.php`. */
export const EMPTY_LISTS: readonly string[] = [
  '/apps/notifications/api/v1/notifications',
  '/apps/notifications/api/v2/notifications',
  '/apps/files_sharing/api/v1/shares',
  '/apps/files_sharing/api/v1/remote_shares',
  '/apps/files_sharing/api/v1/remote_shares/pending',
  '/apps/activity/api/v2/activity',
  '/apps/external/api/v1',
  '/core/navigation/apps',
  '/cloud/activity',
];
