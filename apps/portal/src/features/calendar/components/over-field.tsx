import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import type { CalendarEvent } from '@vigil/contract/calendar.contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session/session.ts';
import { busyQuery, careTeamQuery } from '../api/calendar.ts';
import styles from '../calendar.module.css';
import { nameOfPerson } from '../event-draft.ts';
import type { Span } from '../span.ts';

/** The own events with a colleague's over them: busy times, and nothing twice to which both are invited. An empty id: the own ones. */
export function useOver(colleague: string, { fromMs, untilMs }: Span, own: readonly CalendarEvent[] = []) {
  const { data, error } = useQuery({ ...busyQuery(colleague, fromMs, untilMs), enabled: colleague !== '' });
  const events = useMemo(() => {
    const known = new Set(own.map(({ id }) => id));
    return [...own, ...(data ?? []).filter(({ id }) => !known.has(id))].sort((one, other) => one.date - other.date);
  }, [own, data]);
  return { events: colleague === '' ? own : events, failed: error !== null };
}

interface OverFieldProps {
  /** The colleague's id; empty: nobody. */
  readonly chosen: string;
  readonly failed: boolean;
  readonly onChoose: (colleague: string) => void;
}

/** Whose busy times lie over the own calendar. */
export function OverField({ chosen, failed, onChoose }: OverFieldProps) {
  const { t } = useTranslation('calendar');
  const { userId } = useSession();
  const { data: team, error } = useQuery(careTeamQuery());
  const colleagues = (team ?? [])
    .filter(({ id, isInTheTenant }) => id !== userId && isInTheTenant !== false)
    .map(({ id, firstName, lastName }) => ({ id, name: nameOfPerson({ firstName, lastName }) }));
  return (
    <Autocomplete
      size="small"
      className={styles.over ?? ''}
      options={colleagues}
      value={colleagues.find(({ id }) => id === chosen) ?? null}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      getOptionKey={({ id }) => id}
      getOptionLabel={({ name }) => name || t('somebody')}
      noOptionsText={t('nobodyFound')}
      onChange={(_event, colleague) => onChoose(colleague?.id ?? '')}
      renderInput={(field) => (
        <TextField
          {...field}
          label={t('over')}
          error={failed}
          helperText={(failed && t('overFailed')) || (error && !team ? t('teamFailed') : undefined)}
        />
      )}
    />
  );
}
