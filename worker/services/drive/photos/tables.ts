/** The table of the job that reads when pictures were taken. Its results are in the rows of files (../tree/taken.store.ts). */
import type { NumberedMigrations } from '#worker/platform/storage/migrations.ts';

export const PHOTO_TABLES: NumberedMigrations = {
  66: `
  -- At most one row.
  CREATE TABLE taken_state (
    fill_after TEXT,                   -- the last node of an older drive that has its taken_ms; null: all have
    lease_ms INTEGER NOT NULL          -- until then a run works
  );
  INSERT INTO taken_state SELECT '', 0 WHERE EXISTS (SELECT 1 FROM nodes);
  `,
};
