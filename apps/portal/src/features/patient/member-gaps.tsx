import { useQuery } from '@tanstack/react-query';
import { alertsGaps } from '@vigil/contract';
import type { ReceivedOf } from '@vigil/contract/endpoint';
import { catalogue } from '@vigil/domain/metrics/catalogue';
import { useTranslation } from 'react-i18next';
import { endpointQuery } from '#lib/endpoint-query.ts';
import { useNow } from '#lib/now.ts';
import { Icon } from '#ui/icons.tsx';
import styles from './patient-frame.module.css';
import { sinceWhen } from './since-when.ts';

type Gap = ReceivedOf<typeof alertsGaps.listMemberGaps>['gaps'][number];

export const gapsQuery = (memberId: string) => endpointQuery(alertsGaps.listMemberGaps, { params: { userId: memberId } }, { quiet: true });

interface MemberGapsProps {
  readonly memberId: string;
  /** The member's zone, in which the page tells its times. */
  readonly zone: string;
}

/** What is missing of a member's data, for the staff: one grey line, and nothing while nothing is missing. */
export function MemberGaps({ memberId, zone }: MemberGapsProps) {
  const { t, i18n } = useTranslation('patient');
  const now = useNow();
  const { data } = useQuery({
    ...gapsQuery(memberId),
    refetchInterval: 60_000,
  });
  if (!data) return null;
  const when = (seconds: number) => sinceWhen(seconds * 1000, now, zone, i18n.language);
  const words = ({ kind, metric, since }: Gap) =>
    t(`gap.${kind}`, { since: when(since), metric: metric === null ? '' : catalogue[metric].label });
  const { outage } = data;
  const told = [
    ...data.gaps.map(words),
    ...(outage === null
      ? []
      : [
          outage.until === null
            ? t('outageNow', { since: when(outage.since) })
            : t('outageOver', { since: when(outage.since), until: when(outage.until) }),
        ]),
  ];
  if (told.length === 0) return null;
  return (
    <p className={styles.gaps} data-gaps>
      <Icon name="clock" size={12} />
      <span>{told.join(' · ')}</span>
    </p>
  );
}
