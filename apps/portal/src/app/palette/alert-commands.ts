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

/** Acknowledges every alert of the member that asks for somebody. The alerts are named, for nobody acknowledges what they have not seen. */
export function useAlertCommands(member: NamedMember | null): readonly Command[] {
  const { t } = useTranslation('app');
  const { roles } = useSession().tenant;
  const acknowledge = useAcknowledgeAlerts();
  const enabled = member !== null && roles.some((role) => (careTeamRoles as readonly Role[]).includes(role));
  const { data } = useQuery({
    ...endpointQuery(alertsAlarms.listAlarms, { query: { user_id: member?.id ?? '' } }, { quiet: true }),
    enabled,
    staleTime: 5_000,
  });
  const asking = (enabled ? (data ?? []) : []).filter(({ state }) => state === 'raised').sort((a, b) => urgency(b) - urgency(a));
  if (member === null || asking.length === 0) return [];
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
}
