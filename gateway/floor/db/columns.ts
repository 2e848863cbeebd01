/** Column helpers for migrations. */
import type { ColumnDefinitionBuilder, CreateTableBuilder, Kysely } from 'kysely';

export type MigrationDatabase = Kysely<unknown>;
type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;

export const required: Column = (c) => c.notNull();
export const id: Column = (c) => c.primaryKey();
export const emptyText: Column = (c) => c.notNull().defaultTo('');

/** A required reference that is deleted with its target. */
export function partOf(target: string): Column {
  return (c) => c.notNull().references(`${target}.id`).onDelete('cascade');
}

/** A primary key that references another table's row and is deleted with it. */
export function sameAs(target: string): Column {
  return (c) => c.primaryKey().references(`${target}.id`).onDelete('cascade');
}

export function table(db: MigrationDatabase, name: string): CreateTableBuilder<string, never> {
  return db.schema.createTable(name);
}
