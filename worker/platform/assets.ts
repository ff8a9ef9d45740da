/**
 * Addresses of the built client files, for documents the Worker renders.
 * Filled by the bundler: hashed names in a build, source paths in development, fixed names in tests.
 */

import table from 'virtual:magpie-assets';
import type { AssetTable } from '#shared/asset-table.ts';

/** The table of this build; the same object for every request. */
export const assets: AssetTable = table;

/** Path of the built files with a hash in their names. */
export const ASSETS_FOLDER = '/assets/';
