import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { mayAdaptForMember } from '@vigil/contract/alerts.values';
import type { News2 } from '@vigil/contract/triage.contract';
import { useTranslation } from 'react-i18next';
import { useNames } from '#lib/people-names.ts';
import { useSession } from '#lib/session/session.ts';
import { Card } from '#ui/card.tsx';
import { news2Query } from '../api/ask-news2.ts';
import summary from '../summary.module.css';
import styles from './news2.module.css';
import { OwnBaselines } from './own-baselines.tsx';
import { ScoreInputs } from './score-inputs.tsx';
import { Statements } from './statements.tsx';

interface News2CardProps {
  readonly memberId: string;
  /** Unix seconds. */
  readonly now: number;
}

/** NEWS2 with all that it is made of, as far as it is known, and beside it what is usual for the member. */
export function News2Card({ memberId, now }: News2CardProps) {
  const { t } = useTranslation('patientSummary');
  const { data, isError, refetch } = useQuery(news2Query(memberId));
  return (
    <Card title={t('news2.title')} end={<span className={summary.muted}>{t('news2.label')}</span>}>
      {!data && !isError && <Skeleton variant="rounded" height={220} />}
      {!data && isError && (
        <p className={summary.warn} role="alert">
          {t('news2.failed')}{' '}
          <button type="button" className={styles.textButton} onClick={() => void refetch()}>
            {t('retry')}
          </button>
        </p>
      )}
      {data && <Known memberId={memberId} news2={data} now={now} />}
    </Card>
  );
}

function Known({ memberId, news2, now }: News2CardProps & { readonly news2: News2 }) {
  const { t } = useTranslation('patientSummary');
  const maySay = mayAdaptForMember(useSession().tenant.roles);
  const { scale, inputs } = news2;
  const nameOf = useNames([...inputs.map(({ saidBy }) => saidBy), scale.setBy].filter((id) => id !== null));
  return (
    <div className={styles.columns}>
      <div className={styles.score}>
        <Score news2={news2} />
        {news2.score && <ScoreInputs inputs={inputs} now={now} nameOf={nameOf} />}
        {news2.score && scale.scale === 2 && (
          <p className={summary.muted}>
            {t('news2.scale2', {
              name: (scale.setBy && nameOf(scale.setBy)) ?? t('news2.somebody'),
              when: scale.setAt === null ? '' : new Date(scale.setAt * 1000).toLocaleDateString(undefined, { dateStyle: 'medium' }),
            })}
          </p>
        )}
        {maySay && <Statements memberId={memberId} news2={news2} />}
      </div>
      <OwnBaselines news2={news2} />
    </div>
  );
}

/** The score in words. A band stands there only where all is known; what is unknown is never the colour of what is well. */
function Score({ news2: { applies, score } }: { readonly news2: News2 }) {
  const { t } = useTranslation('patientSummary');
  if (!score)
    return (
      <p className={styles.notFor}>
        <strong>{t(`news2.notFor.${applies === 'pregnancy' ? 'pregnancy' : 'under_16'}`)}</strong>{' '}
        {t(`news2.instead.${applies === 'pregnancy' ? 'pregnancy' : 'under_16'}`)}
      </p>
    );
  const { low, high, known, hasThree, band } = score;
  const isWhole = known === 7;
  return (
    <div>
      <p className={styles.words} data-known={isWhole}>
        {isWhole ? (
          <>
            <span className={styles.figure}>{low}</span>
            <span className={styles.band} data-band={band ?? 'none'}>
              {t(`news2.band.${band ?? 'none'}`)}
            </span>
          </>
        ) : (
          <span>
            {t('news2.atLeast')} <span className={styles.figure}>{low}</span>, {t('news2.atMost')}{' '}
            <span className={styles.figure}>{high}</span>; <span className={styles.knownOf}>{t('news2.known', { known })}</span>
          </span>
        )}
      </p>
      {hasThree && <p className={styles.three}>{t('news2.three')}</p>}
      {applies === 'age_unknown' && <p className={summary.warn}>{t('news2.ageUnknown')}</p>}
    </div>
  );
}
