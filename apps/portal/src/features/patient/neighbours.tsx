import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '#ui/icons.tsx';
import { orderOf, placeIn } from './member-order.ts';
import styles from './patient-frame.module.css';

/** The way to the member before and after in the list that the reader came from; nothing when there was none. */
export function Neighbours({ memberId }: { readonly memberId: string }) {
  const { t } = useTranslation('patient');
  const client = useQueryClient();
  // The order that the reader came with: a list that sorts itself anew must not move what is next under the hand.
  const place = useMemo(() => placeIn(orderOf(client, memberId), memberId), [client, memberId]);
  if (place === null) return null;
  return (
    <nav className={styles.neighbours} aria-label={t('neighbours')}>
      <Neighbour to={place.previous} label={t('previousMember')} icon="chevronLeft" />
      <span>{t('place', { position: place.position, total: place.total })}</span>
      <Neighbour to={place.next} label={t('nextMember')} icon="chevronRight" />
    </nav>
  );
}

function Neighbour({ to, label, icon }: { readonly to: string | null; readonly label: string; readonly icon: IconName }) {
  const page = useLocation({ select: ({ pathname }) => pathname.split('/')[3] });
  if (to === null) return <span className={styles.neighbour} aria-hidden="true" />;
  return (
    <Link
      to={`/patient/$memberId/${page ?? 'summary'}` as '/patient/$memberId/summary'}
      params={{ memberId: to }}
      // Range and axes stay; the zoom is of the other's readings.
      search={((before: Record<string, unknown>) => ({ ...before, zoom: undefined })) as never}
      className={styles.neighbour}
      aria-label={label}
      title={label}
    >
      <Icon name={icon} />
    </Link>
  );
}
