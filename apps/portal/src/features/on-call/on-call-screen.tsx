import { Card } from '#ui/card.tsx';
import '#ui/messages.ts';
import './messages.ts';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { mayAuthorRules } from '@vigil/contract/alerts.values';
import type { OnCallNow, OnCallRotas } from '@vigil/contract/alerts-on-call.contract';
import { calendarDay } from '@vigil/domain/timeframe/zone';
import { useTranslation } from 'react-i18next';
import { useNow } from '#lib/now.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useSession } from '#lib/session/session.ts';
import { ownZone, showTheSame } from '#lib/wall-time.ts';
import { Icon } from '#ui/icons.tsx';
import { Page } from '#ui/page.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { places } from '#ui/skeleton-rows.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { onCallNowQuery, rotasQuery } from './api/on-call.ts';
import { clockOf } from './clock.ts';
import { RoleCard } from './components/role-card.tsx';
import styles from './on-call.module.css';
import { lastWeek, type OnCallSearch, onCallSearch } from './on-call-search.ts';
import { useNamesOf } from './people.ts';

/** Who is on call, role by role: now, next and in the weeks to come; and for who may, handing over, covers and the rota itself. */
export function OnCallScreen() {
  const { t } = useTranslation('onCall');
  usePageTitle(t('title'));
  const search = onCallSearch.parse(useSearch({ strict: false }));
  const [rotas, now] = [useQuery(rotasQuery()), useQuery(onCallNowQuery())];
  const error = rotas.error ?? now.error;
  const again = () => {
    void rotas.refetch();
    void now.refetch();
  };
  const isLoaded = rotas.data && now.data;
  return (
    <Page busy={!isLoaded && !error}>
      <PageHead title={t('title')} lead={t('about')}>
        {rotas.data && <WeekChoice search={search} rotas={rotas.data} />}
      </PageHead>
      {error && isLoaded && (
        <p role="status" className={styles.outdated}>
          <Icon name="clock" size={14} />{' '}
          {t('outdated', { when: new Date(Math.min(rotas.dataUpdatedAt, now.dataUpdatedAt)).toLocaleTimeString() })}
        </p>
      )}
      {error && !isLoaded && (
        <StatePanel
          failure
          icon={error.status === 403 ? 'lock' : 'alert'}
          title={t(error.status === 403 ? 'forbiddenTitle' : 'failedTitle')}
          text={error.status === 403 ? t('forbiddenText') : error.message}
          {...(error.status !== 403 && { action: { label: t('retry'), onClick: again } })}
        />
      )}
      {!isLoaded && !error && (
        <div className={styles.cards} role="status" aria-label={t('loading')}>
          {places(3).map((place) => (
            <Skeleton key={place} variant="rounded" height={180} />
          ))}
        </div>
      )}
      {rotas.data && now.data && <Roles search={search} rotas={rotas.data} now={now.data} />}
    </Page>
  );
}

interface RolesProps {
  readonly search: OnCallSearch;
  readonly rotas: OnCallRotas;
  readonly now: readonly OnCallNow[];
}

function Roles({ search, rotas, now }: RolesProps) {
  const { t } = useTranslation('onCall');
  const nowMs = useNow();
  const nameOf = useNamesOf([...rotas.people, ...now.flatMap(({ people }) => people)]);
  const mayAuthor = mayAuthorRules(useSession().tenant.roles);
  const isEmpty = rotas.rotas.every(({ version, covers }) => version === 0 && covers.length === 0);
  return (
    <>
      {isEmpty && (
        <div role="status">
          <Card title={t('emptyTitle')}>
            <p className={styles.muted}>
              {t('emptyText')} {t(mayAuthor ? 'emptyAuthor' : 'emptyReader')}
            </p>
          </Card>
        </div>
      )}
      <div className={styles.cards}>
        {rotas.rotas.map((rota) => {
          const present = now.find(({ role }) => role === rota.role);
          return present && <RoleCard key={rota.role} rota={rota} now={present} search={search} nowMs={nowMs} nameOf={nameOf} />;
        })}
      </div>
    </>
  );
}

/** Which seven days, and by whose clock where that makes a difference. */
function WeekChoice({ search, rotas: { rotas } }: Pick<RolesProps, 'search' | 'rotas'>) {
  const { t } = useTranslation('onCall');
  const navigate = useNavigate();
  const nowMs = useNow();
  const change = (changed: Partial<OnCallSearch>) => void navigate({ to: '.', search: { ...search, ...changed } as never, replace: true });
  const own = ownZone();
  const zones = rotas.flatMap(({ timeZone }) => timeZone ?? []);
  const differs = zones.some((zone) => !showTheSame(zone, own, nowMs));
  const { day } = clockOf(own, nowMs);
  const first = calendarDay(Math.floor(nowMs / 1000), (search.times === 'rota' && zones[0]) || own) + 7 * search.week;
  if (zones.length === 0) return null;
  return (
    <div className={styles.tools}>
      {differs && (
        <ToggleButtonGroup
          exclusive
          size="small"
          value={search.times}
          aria-label={t('times')}
          onChange={(_event, times: OnCallSearch['times'] | null) => times && change({ times })}
        >
          {(['rota', 'own'] as const).map((one) => (
            <ToggleButton key={one} value={one}>
              {t(`timesOf.${one}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
      <div className={styles.steps}>
        <IconButton
          aria-label={t('previousWeek')}
          title={t('previousWeek')}
          disabled={search.week === 0}
          onClick={() => change({ week: search.week - 1 })}
        >
          <Icon name="chevronLeft" />
        </IconButton>
        <span aria-live="polite">{t('weekOf', { from: day(first), to: day(first + 6) })}</span>
        <IconButton
          aria-label={t('nextWeek')}
          title={t('nextWeek')}
          disabled={search.week === lastWeek}
          onClick={() => change({ week: search.week + 1 })}
        >
          <Icon name="chevronRight" />
        </IconButton>
        <Button size="small" color="inherit" disabled={search.week === 0} onClick={() => change({ week: 0 })}>
          {t('thisWeek')}
        </Button>
      </div>
    </div>
  );
}
