/** The database ADMIN: read models for operators. */
import { type Database, makeDatabase } from '#worker/platform/d1/database.ts';
import { ADMIN_MIGRATIONS } from './admin.migrations.ts';

export function makeAdminDatabase(d1: D1Database): Database {
  return makeDatabase(d1, ADMIN_MIGRATIONS);
}
