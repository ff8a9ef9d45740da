/** Adds what this drive stores of its images to rows that are shown. One question for a page, none where no row can have an image. */
import { type ImageRow, toImages } from './images.store.ts';
import type { ContentImages, ImagedRow } from './model.ts';
import { ownImagesOf } from './own-images.store.ts';

/** Kinds of files that may have an image. */
export const PICTURED: ReadonlySet<string> = new Set(['IMAGE', 'VIDEO', 'AUDIO', 'DOCUMENT', 'OTHER']);

type Pictured<Row> = Row & Pick<ImagedRow, 'picture'>;

/** A content that an operator closed shows no image, also to its owner. */
const BLOCKED: ContentImages = { version: Number.MAX_SAFE_INTEGER, images: null };

function blockedAmong(sql: SqlStorage, rows: readonly ImagedRow[]): ReadonlySet<string> {
  const text = 'SELECT gcid FROM blocked_contents WHERE gcid IN (SELECT upper(value) FROM json_each(?))';
  const asked = JSON.stringify(rows.map(({ gcid }) => gcid));
  return new Set([...sql.exec<{ gcid: string }>(text, asked)].map(({ gcid }) => gcid));
}

/** The same rows with their images. One question for all, none where no row can have one. */
export function withPictures<Row extends ImagedRow>(sql: SqlStorage, rows: readonly Row[]): Pictured<Row>[] {
  const keys = rows.flatMap(({ category, content_key: key }) => (PICTURED.has(category) && key !== null ? [key] : []));
  if (keys.length === 0) return [...rows];
  const text = 'SELECT images.* FROM json_each(?) AS asked CROSS JOIN images ON images.content_key = asked.value';
  const found = sql.exec<ImageRow>(text, JSON.stringify(keys));
  const known = new Map([...found].map((row) => [row.content_key, toImages(row)]));
  for (const [key, own] of ownImagesOf(sql, keys)) if (!known.get(key)?.images) known.set(key, own);
  const blocked = blockedAmong(sql, rows);
  return rows.map((row) => {
    const picture = blocked.has(row.gcid.toUpperCase()) ? BLOCKED : known.get(row.content_key ?? '');
    return picture ? { ...row, picture } : row;
  });
}

export function withPicture<Row extends ImagedRow>(sql: SqlStorage, row: Row): Pictured<Row> {
  return withPictures(sql, [row])[0] ?? row;
}

export function pageWithPictures<Row extends ImagedRow, Page extends { readonly rows: readonly Row[] }>(
  sql: SqlStorage,
  page: Page & { readonly rows: readonly Row[] },
): Page & { readonly rows: Pictured<Row>[] } {
  return { ...page, rows: withPictures(sql, page.rows) };
}

/** Results of a search, each with its way. */
export function foundWithPictures<Row extends ImagedRow, Result extends { readonly row: Row }>(
  sql: SqlStorage,
  page: { readonly found: readonly (Result & { readonly row: Row })[]; readonly nextPageToken: string },
): { found: (Result & { readonly row: Pictured<Row> })[]; nextPageToken: string } {
  const rows = withPictures(
    sql,
    page.found.map(({ row }) => row),
  );
  const found = page.found.map((one, at) => ({ ...one, row: rows[at] ?? one.row }));
  return { found, nextPageToken: page.nextPageToken };
}

/** Events, each with its node. */
export function eventsWithPictures<Row extends ImagedRow, Shown extends { readonly node: Row }>(
  sql: SqlStorage,
  page: { readonly events: readonly (Shown & { readonly node: Row })[]; readonly nextPageToken: string },
): { events: (Shown & { readonly node: Pictured<Row> })[]; nextPageToken: string } {
  const rows = withPictures(
    sql,
    page.events.map(({ node }) => node),
  );
  const events = page.events.map((shown, at) => ({ ...shown, node: rows[at] ?? shown.node }));
  return { events, nextPageToken: page.nextPageToken };
}
