import { VigilError } from '@vigil/contract/errors';
import { readPatient, searchPatients } from '@vigil/contract/fhir-api.contract';
import { type Route, route, tenantOf } from '#http/route.ts';
import type { MemberPlace, People } from '#people/index.ts';
import type { SealedCursor } from '../search/sealed-cursor.ts';
import { badParameter } from '../search/search-parameters.ts';
import { type OwnHosts, searchset } from '../search/searchset.ts';
import { patientResource } from './patient-resource.ts';

const mostNumbers = 100;

export interface PatientsDeps {
  readonly people: Pick<People, 'accounts' | 'membersBehind' | 'membersByMrn'>;
  readonly hosts: OwnHosts;
  readonly cursor: SealedCursor;
}

/** Members as FHIR Patients. */
export function patientRoutes({ people, hosts, cursor }: PatientsDeps): readonly Route[] {
  /** The members that `_id` and `identifier` name; undefined where neither is there. */
  async function named(tenantId: string, ids: string | undefined, identifier: string | undefined): Promise<string[] | undefined> {
    const byId = ids
      ?.split(',')
      .map((one) => one.toLowerCase())
      .filter((one) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(one));
    if (identifier === undefined) return byId;
    const numbers = identifier.split(',').flatMap((one) => numberIn(one) ?? []);
    if (numbers.length > mostNumbers) throw badParameter('identifier', `Name ${mostNumbers} at most`);
    const byNumber = (await Promise.all(numbers.map((mrn) => people.membersByMrn(tenantId, mrn)))).flat();
    return byId ? byNumber.filter((one) => byId.includes(one)) : byNumber;
  }

  return [
    route(searchPatients, async ({ query }, context) => {
      const { id: tenantId } = tenantOf(context);
      const scope = await context.membersInScope();
      const search = { tenantId, type: 'Patient', sort: query._sort };
      const userIds = await named(tenantId, query._id, query.identifier);
      const { next, rows, total } = await people.membersBehind({
        ...{ tenantId, scope, userIds, size: query._count },
        direction: query._sort === 'family' ? 'asc' : 'desc',
        behind: query._cursor === undefined ? null : (cursor.read(search, query._cursor, 3) as unknown as MemberPlace),
      });
      context.auditMembers(rows.map(({ id }) => id));
      return searchset({ resources: rows.map(patientResource), total, next: next && cursor.write(search, next) }, context, hosts);
    }),
    route(readPatient, async ({ params }, context) => {
      const user = await people.accounts.user(tenantOf(context).id, params.id.toLowerCase());
      if (!user) throw new VigilError('not_found', 'There is no such member.');
      return patientResource(user);
    }),
  ];
}

/** A record number, with our own system or none; of another system nobody has one here. */
function numberIn(text: string): string | undefined {
  const bar = text.lastIndexOf('|');
  const system = bar < 0 ? 'urn:vigil:mrn' : text.slice(0, bar);
  const value = text.slice(bar + 1).trim();
  return system === 'urn:vigil:mrn' && value !== '' ? value : undefined;
}
