import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ListedHandoff } from '@vigil/contract/triage-handoffs.contract';
import { type HandoffList, handoffLists } from '@vigil/contract/triage-handoffs.values';
import { useTranslation } from 'react-i18next';
import { usePushes } from '#lib/pushes/use-pushes.ts';
import { Card } from '#ui/card.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Severity } from '#ui/severity.tsx';
import { handoffsQuery, touchedByPushes } from '../api/handoffs.ts';
import type { HandoffSearch } from '../handoff-search.ts';
import { useMoment } from '../moments.ts';
import { nameOf } from './episode-line.tsx';
import styles from './handoff.module.css';

/** What was handed over: to the reader, by the reader, or in the whole team. */
export function EarlierHandoffs() {
  const { t } = useTranslation('handoff');
  const { list, page } = useSearch({ strict: false }) as unknown as HandoffSearch;
  const navigate = useNavigate();
  const choose = (chosen: Partial<HandoffSearch>) =>
    void navigate({ to: '.', search: (before: HandoffSearch) => ({ ...before, ...chosen }), replace: true } as never);
  usePushes('ACTION', { touches: touchedByPushes });
  const { data, error, isPlaceholderData, refetch } = useQuery({ ...handoffsQuery(list, page), placeholderData: keepPreviousData });
  return (
    <div className={styles.earlier}>
      <Card
        title={t('earlier')}
        end={
          <ToggleButtonGroup
            exclusive
            size="small"
            value={list}
            aria-label={t('earlier')}
            onChange={(_, chosen: HandoffList | null) => chosen && choose({ list: chosen, page: 0 })}
          >
            {handoffLists.map((one) => (
              <ToggleButton key={one} value={one}>
                {t(`list.${one}`)}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
        }
      >
        {error && !data && <LoadFailed error={error} title={t('listFailed')} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton variant="rounded" height={80} aria-label={t('loading')} />}
        {data?.content.length === 0 && <p className={styles.muted}>{t(`none.${list}`)}</p>}
        {data && data.content.length > 0 && (
          <ul className={styles.list} aria-busy={isPlaceholderData || undefined}>
            {data.content.map((one) => (
              <Row key={one.handoff_id} handoff={one} />
            ))}
          </ul>
        )}
        {data && (page > 0 || data.has_more) && (
          <div className={styles.pages}>
            <Button size="small" color="inherit" disabled={page === 0} onClick={() => choose({ page: page - 1 })}>
              {t('newer')}
            </Button>
            <Button size="small" color="inherit" disabled={!data.has_more} onClick={() => choose({ page: page + 1 })}>
              {t('older')}
            </Button>
          </div>
        )}
      </Card>
    </div>
  );
}

function Row({ handoff }: { readonly handoff: ListedHandoff }) {
  const { t } = useTranslation('handoff');
  const moment = useMoment();
  const { handoff_id: handoffId, by, to, handed_over_at: at, members, severity } = handoff;
  return (
    <li className={styles.row}>
      <Link to="/dashboard/handoff/$handoffId" params={{ handoffId }} className={styles.rowLink}>
        {t('fromTo', { from: nameOf(by), to: nameOf(to) })}
      </Link>
      <span className={styles.when}>{moment(at)}</span>
      <span className={styles.muted}>{t('members', { count: members })}</span>
      {severity && <Severity severity={severity} />}
      <StateWord handoff={handoff} />
    </li>
  );
}

/** Whether it was acknowledged or withdrawn, and when. */
export function StateWord({ handoff }: { readonly handoff: Pick<ListedHandoff, 'state' | 'acknowledged_at' | 'withdrawn_at'> }) {
  const { t } = useTranslation('handoff');
  const moment = useMoment();
  const at = handoff.acknowledged_at ?? handoff.withdrawn_at;
  return (
    <span className={styles.state} data-state={handoff.state}>
      {t(`state.${handoff.state}`, { when: at === null ? '' : moment(at) })}
    </span>
  );
}
