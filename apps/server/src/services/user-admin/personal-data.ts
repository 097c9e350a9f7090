import { isoTime, jsonFile } from '#platform/personal-data/exported-files.ts';
import type { PersonalData, PersonInTenant } from '#platform/personal-data/personal-data.ts';
import type { Database } from '#platform/postgres/database.ts';

export interface ImportsPersonalDataOptions {
  readonly database: Database;
  /** E-mail address and phone number of a person, in lower case; none once they are erased. */
  readonly addressesOf: (person: PersonInTenant) => Promise<readonly string[]>;
}

/** Lines that made the person, and lines of any import with the address that the person signs in with. */
const ofPerson = `r.tenant_id = $1 and (r.user_id = $2 or lower(r.label) = any($3) or lower(coalesce(r.person ->> 'email', r.person ->> 'phoneNumber')) = any($3)
  or exists (select from jsonb_array_elements_text(r.cells) cell where lower(trim(cell)) = any($3)))`;

/** Lines of imported files that are about a person. */
export function importsPersonalData({ database, addressesOf }: ImportsPersonalDataOptions): PersonalData {
  return {
    tables: {
      account_import_rows: { exported: ['imports.json'], erased: 'contact' },
      account_imports: {
        exported: { not: 'administrators alone import, and the lines about a member are exported' },
        erased: { kept: 'who of the staff has sent and started which file' },
      },
    },
    exportOf: (person) => [
      jsonFile({ name: 'imports.json', about: 'lines about you in files that the clinic has imported.' }, async () => {
        const addresses = signInAddresses(await addressesOf(person));
        const rows = await database.tenant(person.tenantId, (sql) =>
          sql.query<{ importedAt: number }>(
            `select i.file_name, i.created_at as imported_at, r.line, r.outcome, r.label, r.name, r.cells, r.person,
               (select jsonb_agg(p - 'heldBy') from jsonb_array_elements(r.problems) p) as problems
             from vigil.account_import_rows r join vigil.account_imports i on i.tenant_id = r.tenant_id and i.id = r.import_id
             where ${ofPerson} order by i.created_at, r.line`,
            [person.tenantId, person.userId, addresses],
          ),
        );
        return rows.map((row) => ({ ...row, importedAt: isoTime(row.importedAt) }));
      }),
    ],
    async erase(person, step) {
      if (step !== 'contact') return;
      const addresses = signInAddresses(await addressesOf(person));
      // A line that still waits would make the person anew.
      await database.tenant(person.tenantId, (sql) =>
        sql.query(
          `update vigil.account_import_rows r set label = null, name = null, birth_date = null, cells = null, person = null,
             outcome = case when r.outcome = 'READY' then 'ERROR' else r.outcome end,
             problems = case when r.outcome = 'READY' then '[{"column": "contact", "reason": "This person was erased meanwhile"}]'::jsonb end
           where ${ofPerson}`,
          [person.tenantId, person.userId, addresses],
        ),
      );
    },
  };
}

/** A phone number beside an e-mail address may be a family’s, and lines with it about others. */
function signInAddresses(addresses: readonly string[]): readonly string[] {
  const emails = addresses.filter((address) => address.includes('@'));
  return emails.length > 0 ? emails : addresses;
}
