import { isoTime, jsonFile } from '../personal-data/exported-files.ts';
import type { PersonalData, PersonInTenant } from '../personal-data/personal-data.ts';
import type { Database } from '../postgres/database.ts';
import type { OutboxMessage } from './outbox.ts';

export interface OutboxPersonalDataOptions {
  readonly database: Database;
  /** E-mail address and phone number of a person, in lower case; none once they are erased. */
  readonly addressesOf: (person: PersonInTenant) => Promise<readonly string[]>;
}

/** Messages to a person that no server has carried. */
export function outboxPersonalData({ database, addressesOf }: OutboxPersonalDataOptions): PersonalData {
  return {
    tables: { outbox: { exported: ['waiting-messages.json'], erased: 'contact' } },
    exportOf: (person) => [
      jsonFile(
        {
          name: 'waiting-messages.json',
          about: 'messages to you that wait for an administrator to pass them on; links in them are left out.',
        },
        async () => {
          const addresses = await addressesOf(person);
          const rows = await database.tenant(person.tenantId, (sql) =>
            sql.query<Omit<OutboxMessage, 'id'>>(
              `select channel, recipient, subject, text, created_at from vigil.outbox
               where tenant_id = $1 and lower(recipient) = any($2) order by created_at`,
              [person.tenantId, addresses],
            ),
          );
          // A link opens an account, and a copy of the data lies about.
          return rows.map((row) => ({ ...row, text: row.text.replace(/https?:\/\/\S+/g, '[link]'), createdAt: isoTime(row.createdAt) }));
        },
      ),
    ],
    async erase(person, step) {
      if (step !== 'contact') return;
      const addresses = await addressesOf(person);
      await database.tenant(person.tenantId, (sql) =>
        sql.query('delete from vigil.outbox where tenant_id = $1 and lower(recipient) = any($2)', [person.tenantId, addresses]),
      );
    },
  };
}
