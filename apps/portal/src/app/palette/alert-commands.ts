import { useQuery } from '@tanstack/react-query';
import { alertsAlarms } from '@vigil/contract';
import { type AlertSeverity, severities } from '@vigil/domain/alerts/rule';
import { careTeamRoles, type Role } from '@vigil/domain/roles';
import { useTranslation } from 'react-i18next';
import { useAcknowledgeAlerts } from '#features/today/use-acknowledge-alerts.ts';
import { endpointQuery } from '#lib/endpoint-query.ts';
import { useSession } from '#lib/session/session.ts';
import type { Command } from './commands.ts';
import type { NamedMember } from './member-commands.ts';

const urgency = ({ severity }: { readonly severity: AlertSeverity }) => severities.indexOf(severity);

/**
 * Acknowledges every alert of a member that asks for somebody, of each of the members who has one. The alerts are named, for nobody
 * acknowledges what they have not seen.
 */
export function useAlertCommands(members: readonly NamedMember[]): (member: NamedMember) => readonly Command[] {
  const { t } = useTranslation('app');
  const { roles } = useSession().tenant;
  const acknowledge = useAcknowledgeAlerts();
  const enabled = members.length > 0 && roles.some((role) => (careTeamRoles as readonly Role[]).includes(role));
  const { data } = useQuery({
    ...endpointQuery(alertsAlarms.listAlarms, { query: { user_id: members.map(({ id }) => id).join(',') } }, { quiet: true }),
    enabled,
    staleTime: 5_000,
  });
  const standing = enabled ? (data ?? []) : [];
  return (member) => {
    const asking = standing
      .filter(({ userId, state }) => userId === member.id && state === 'raised')
      .sort((a, b) => urgency(b) - urgency(a));
    if (asking.length === 0) return [];
    return [
      {
        id: `acknowledge-${member.id}`,
        group: 'about',
        label: t('palette.acknowledge', { name: member.name }),
        detail: asking.map(({ title, also }) => [title, ...also.map((one) => one.title)].join(', ')).join(', '),
        icon: 'check',
        run: () => acknowledge(member, asking),
      },
    ];
  };
}
