import { useTranslation } from 'react-i18next';
import { StatePanel } from '#ui/state-panel.tsx';
import { type TimelineSearch, timelineRanges } from '../timeline-search.ts';

interface NothingShownProps {
  readonly search: TimelineSearch;
  /** Entries that were searched; 0 where there are none of what was asked for. */
  readonly searched: number;
  readonly hasOlder: boolean;
  readonly onChange: (change: Partial<TimelineSearch>) => void;
}

/** Why nothing is shown, and what shows more: another search, all kinds, or a longer time. */
export function NothingShown({ search: { q, kinds, days }, searched, hasOlder, onChange }: NothingShownProps) {
  const { t } = useTranslation('patientTimeline');
  if (searched > 0)
    return (
      <StatePanel
        icon="search"
        title={t('noMatchTitle', { text: q.trim() })}
        text={[t('noMatchText', { count: searched }), ...(hasOlder ? [t('noMatchMore')] : [])].join(' ')}
        action={{ label: t('clearSearch'), onClick: () => onChange({ q: '' }) }}
      />
    );
  const wider = timelineRanges.find((range) => range > days);
  const widen = wider === undefined ? null : { label: t('widen', { count: wider }), onClick: () => onChange({ days: wider }) };
  if (kinds !== '')
    return (
      <StatePanel
        icon="filter"
        title={t('emptyKindsTitle', { count: days })}
        text={t('emptyKindsText')}
        action={{ label: t('clearFilters'), onClick: () => onChange({ kinds: '' }) }}
      />
    );
  return <StatePanel icon="clock" title={t('emptyTitle', { count: days })} text={t('emptyText')} {...(widen && { action: widen })} />;
}
