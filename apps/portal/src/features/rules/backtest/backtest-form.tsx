import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useQuery } from '@tanstack/react-query';
import type { AlertRuleWhole } from '@vigil/contract/alerts.contract';
import { mostBacktestCandidates } from '@vigil/contract/alerts.values';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayHaveHappened } from '#lib/failures.ts';
import { useStartBacktest } from '../api/backtests.ts';
import { cohortsQuery } from '../api/rules.ts';
import { VersionStateChip } from '../components/version-state.tsx';
import { standingOf } from '../rule-standing.ts';
import styles from '../rules.module.css';
import { useRuleWords } from '../use-rule-words.ts';
import { type ChosenMember, ChosenMembers } from './chosen-members.tsx';

interface BacktestFormProps {
  readonly rule: AlertRuleWhole;
  /** The try on screen. */
  readonly runId: string | null;
  readonly onStarted: (id: string) => void;
}

type Whom = 'all' | 'cohort' | 'members';
const offeredDays = [7, 30, 90] as const;
/** Older versions are rarely tried again. */
const mostOffered = 6;

/** Which versions are tried, on whom, and how far back. */
export function BacktestForm({ rule, runId, onStarted }: BacktestFormProps) {
  const { t } = useTranslation('rules');
  const { words } = useRuleWords();
  const cohorts = (useQuery(cohortsQuery()).data ?? []).filter(({ cohort }) => !cohort.isDraft);
  const offered = rule.versions.slice(0, mostOffered);
  const [versions, setVersions] = useState<readonly number[]>(() =>
    standingOf(rule)
      .slice(0, 2)
      .map(({ version }) => version),
  );
  const [whom, setWhom] = useState<Whom>('all');
  const [cohortId, setCohortId] = useState('');
  const [members, setMembers] = useState<readonly ChosenMember[]>([]);
  const [days, setDays] = useState<(typeof offeredDays)[number]>(30);
  const start = useStartBacktest();
  const cohort = cohortId || cohorts[0]?.cohort.id || '';
  const missing =
    versions.length === 0
      ? t('backtest.chooseVersion')
      : whom === 'members' && members.length === 0
        ? t('backtest.chooseMember')
        : whom === 'cohort' && cohort === ''
          ? t('backtest.noCohorts')
          : null;
  const begin = () =>
    start.mutate(
      {
        body: {
          id: crypto.randomUUID(),
          candidates: versions.map((version) => ({ ruleId: rule.id, version })),
          ...(whom === 'members' && { userIds: members.map(({ id }) => id) }),
          ...(whom === 'cohort' && { cohortId: cohort }),
          days,
        },
      },
      { onSuccess: ({ id }) => onStarted(id) },
    );
  const toggled = (version: number, on: boolean) => setVersions(on ? [...versions, version] : versions.filter((one) => one !== version));
  return (
    <form
      className={styles.form}
      aria-label={t('backtest.what')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!missing && !start.isPending) begin();
      }}
    >
      <div className={styles.asked}>
        <fieldset className={styles.stack}>
          <legend>{t('backtest.versions')}</legend>
          {offered.map(({ version, state, definition }) => (
            <label key={version} className={styles.tried}>
              <input
                type="checkbox"
                checked={versions.includes(version)}
                disabled={!versions.includes(version) && versions.length >= mostBacktestCandidates}
                onChange={({ target }) => toggled(version, target.checked)}
              />
              <VersionStateChip version={version} state={state} />
              <span>{words(definition)}</span>
            </label>
          ))}
        </fieldset>
        <fieldset className={styles.stack}>
          <legend>{t('backtest.whom')}</legend>
          {(['all', 'cohort', 'members'] as const).map((one) => (
            <label key={one} className={styles.check}>
              <input type="radio" name="whom" checked={whom === one} onChange={() => setWhom(one)} />
              {t(`backtest.who.${one}`)}
            </label>
          ))}
          {whom === 'cohort' && cohorts.length > 0 && (
            <select className="v-control" aria-label={t('cohort')} value={cohort} onChange={({ target }) => setCohortId(target.value)}>
              {cohorts.map(({ cohort: { id, title }, meta }) => (
                <option key={id} value={id}>
                  {meta.count === null ? title : t('backtest.cohortOf', { title, count: meta.count })}
                </option>
              ))}
            </select>
          )}
          {whom === 'members' && <ChosenMembers chosen={members} onChange={setMembers} />}
        </fieldset>
        <fieldset className={styles.stack}>
          <legend>{t('backtest.days')}</legend>
          <ToggleButtonGroup
            exclusive
            size="small"
            value={days}
            aria-label={t('backtest.days')}
            onChange={(_event, to) => to && setDays(to)}
          >
            {offeredDays.map((one) => (
              <ToggleButton key={one} value={one}>
                {t('backtest.lastDays', { count: one })}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
        </fieldset>
      </div>
      <p role="alert" className={styles.failed}>
        {start.error && (mayHaveHappened(start.error) ? t('backtest.lost') : (start.error.fields[0]?.message ?? start.error.message))}
      </p>
      <span className={styles.buttons}>
        <Button type="submit" variant={runId ? 'outlined' : 'contained'} disabled={missing !== null || start.isPending}>
          {t(runId ? 'backtest.again' : 'backtest.start')}
        </Button>
        <span className={styles.hint}>{missing ?? t('backtest.nobodyTold')}</span>
      </span>
    </form>
  );
}
