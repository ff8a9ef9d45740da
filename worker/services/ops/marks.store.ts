/** SQL of marks of the database ADMIN: numbers by name that repeated work continues from. */
import { type Database, type Statement, statement } from '#worker/platform/d1/database.ts';

export async function selectMark(db: Database, name: string): Promise<number | null> {
  return (await db.first<{ value: number }>('SELECT value FROM marks WHERE name = ?', name))?.value ?? null;
}

export function setMark(name: string, value: number): Statement {
  return statement(
    'INSERT INTO marks (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    name,
    value,
  );
}
