import { knownMigrations } from '#platform/migrate.ts';

/** The names of PostgreSQL's migrations, in order: for a database of a test's own beside the engine of the run, whose tables are at their last. */
export async function postgresMigrations(): Promise<string[]> {
  return (await knownMigrations()).filter(({ store }) => store === 'postgres').map(({ store, name }) => `${store}/${name}`);
}
