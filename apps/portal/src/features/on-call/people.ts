import { useQuery } from '@tanstack/react-query';
import type { OnCallRotas } from '@vigil/contract/alerts-on-call.contract';
import { type ActionRole, actionRolesOf } from '@vigil/domain/actions/moves';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session/session.ts';
import { careTeamQuery } from './api/on-call.ts';

type Person = OnCallRotas['people'][number];
/** What somebody is called; oneself as "you" beside the name. */
export type NameOf = (id: string) => string;

/** Names of those whom the rotas name, and of those who can be chosen. */
export function useNamesOf(people: readonly Person[]): NameOf {
  const { t } = useTranslation('onCall');
  const { userId } = useSession();
  const { data: team = [] } = useQuery(careTeamQuery());
  const names = new Map([...team, ...people].map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()]));
  return (id) => {
    const name = names.get(id) || t('somebody');
    return id === userId ? `${name} (${t('you')})` : name;
  };
}

/** Whoever can be on call for a role: they hold it, and have not left. */
export function useHolders(role: ActionRole) {
  const { data, error } = useQuery(careTeamQuery());
  const holders = data?.filter(({ roles, isInTheTenant }) => isInTheTenant !== false && actionRolesOf(roles).includes(role));
  return {
    isFailed: error !== null && data === undefined,
    /** Undefined until they are known. */
    holders: holders?.map(({ id, firstName, lastName }) => ({ id, name: `${firstName} ${lastName}`.trim() })),
  };
}
