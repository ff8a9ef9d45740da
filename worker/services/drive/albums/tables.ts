/** Tables of albums. An item costs one row: the albums of a file are found by a look into each of the few albums. */
import type { NumberedMigrations } from '#worker/platform/storage/migrations.ts';

export const ALBUM_TABLES: NumberedMigrations = {
  67: `
  CREATE TABLE albums (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created_ms INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE album_items (
    album_id TEXT NOT NULL,
    node_id TEXT NOT NULL,
    PRIMARY KEY (album_id, node_id)
  ) WITHOUT ROWID;
  CREATE TRIGGER album_items_deleted AFTER DELETE ON nodes WHEN OLD.is_file = 1 BEGIN
    DELETE FROM album_items WHERE album_id IN (SELECT id FROM albums) AND node_id = OLD.id;
  END;
  `,
};
