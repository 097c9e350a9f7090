import { listTexts } from '#ui/list-texts.ts';
import '#ui/messages.ts';
import './messages.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { noPrimaryClinician } from '@vigil/contract/registry.values';
import { useTranslation } from 'react-i18next';
import { fullName } from '#ui/person.tsx';
import { useListSearch } from '#ui/use-list-search.ts';
import { dayColumns, emailColumn, mrnColumn, primaryClinicianColumn, statusColumn, statusFilter } from './account-columns.tsx';
import type { MemberListSearch } from './account-list-search.ts';
import { AccountsList } from './accounts-list.tsx';
import { careTeamQuery } from './api/assign-many.ts';
import { matchingMembersQuery, memberAccountsQuery } from './api/list-users.ts';

/** The tenant's member accounts and their states, for its administrators. It holds no readings: administrators do not see those. */
export function MemberListScreen() {
  const { t } = useTranslation(['adminAccounts', 'ui']);
  const { search } = useListSearch<MemberListSearch>();
  const client = useQueryClient();
  const { data: clinicians = [] } = useQuery(careTeamQuery());
  return (
    <AccountsList<MemberListSearch>
      texts={listTexts(t)}
      query={useQuery(memberAccountsQuery(search))}
      columns={[
        ...[mrnColumn(t), primaryClinicianColumn(t), emailColumn(t), statusColumn(t)],
        ...dayColumns(t, ['statusSince', 'memberSince', 'created']),
      ]}
      filters={[
        statusFilter(t),
        {
          name: 'clinician',
          label: t('primaryClinician'),
          options: [
            { id: noPrimaryClinician, label: t('noClinician') },
            ...clinicians.map((one) => ({ id: one.id, label: fullName(one) })),
          ],
          usual: '',
        },
      ]}
      matching={{
        key: JSON.stringify([search.q, search.status, search.clinician]),
        fetch: async () => (await client.fetchQuery(matchingMembersQuery(search))).content,
      }}
      csvName="members"
    />
  );
}
