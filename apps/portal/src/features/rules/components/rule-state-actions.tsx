import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { AlertRuleWhole } from '@vigil/contract/alerts.contract';
import type { ApiError } from '@vigil/contract/client';
import { doubtWords, levelDoubts } from '@vigil/domain/alerts/level-doubt';
import { useSnackbar } from 'notistack';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayHaveHappened } from '#lib/failures.ts';
import { useUnits } from '#lib/units.ts';
import { usePublishRule, useRetireRule } from '../api/rules.ts';
import styles from '../rules.module.css';
import { useRuleWords } from '../use-rule-words.ts';

type Step = 'shadow' | 'live' | 'retire';

interface RuleStateActionsProps {
  readonly rule: AlertRuleWhole;
  /** Something was typed that is not stored: what is published is what is stored. */
  readonly isChanged: boolean;
}

/** Where the newest version can go from where it stands; each step says what follows before it is done. */
export function RuleStateActions({ rule, isChanged }: RuleStateActionsProps) {
  const { t } = useTranslation('rules');
  const { words } = useRuleWords();
  const units = useUnits();
  const { enqueueSnackbar } = useSnackbar();
  const [asking, setAsking] = useState<Step | null>(null);
  const titleId = useId();
  const [publish, retire] = [usePublishRule(), useRetireRule()];
  const [newest] = rule.versions;
  if (!newest) return null;
  const doubts = levelDoubts(newest.definition, undefined, units);
  const steps: Record<typeof newest.state, readonly Step[]> = {
    draft: ['shadow', 'live'],
    shadow: ['live', 'retire'],
    live: ['retire'],
    retired: [],
  };
  const runs = rule.versions.some(({ state }) => state === 'live' || state === 'shadow');
  const offered = [...steps[newest.state], ...(newest.state === 'draft' && runs ? (['retire'] as const) : [])];
  const live = rule.versions.find(({ state, version }) => state === 'live' && version !== newest.version);
  const { error, isPending } = asking === 'retire' ? retire : publish;

  const go = (step: Step) => {
    const [params, { revision }] = [{ ruleId: rule.id }, rule];
    const sent =
      step === 'retire'
        ? retire.mutateAsync({ params, body: { revision } })
        : publish.mutateAsync({ params, body: { revision, state: step, limitsConfirmed: doubts.length > 0 } });
    // Whoever has asked about another step meanwhile is told of this one all the same.
    void sent.then(
      () => {
        setAsking((now) => (now === step ? null : now));
        enqueueSnackbar(t(`done.${step}`, { version: newest.version }), { variant: 'success' });
      },
      () => undefined,
    );
  };
  const ask = (step: Step) => {
    publish.reset();
    retire.reset();
    setAsking(step);
  };
  return (
    <fieldset className={styles.steps} aria-label={t('steps')}>
      {offered.map((step) => (
        <Button
          key={step}
          variant={step === 'live' && !isChanged ? 'contained' : 'outlined'}
          color={step === 'retire' ? 'error' : step === 'live' ? 'primary' : 'inherit'}
          disabled={isChanged}
          onClick={() => ask(step)}
        >
          {t(`step.${step}`)}
        </Button>
      ))}
      {isChanged && offered.length > 0 && <span className={styles.hint}>{t('saveFirst')}</span>}
      <Dialog open={asking !== null} onClose={() => setAsking(null)} aria-labelledby={titleId}>
        <DialogTitle id={titleId}>{asking && t(`ask.${asking}Title`, { title: newest.title, version: newest.version })}</DialogTitle>
        <DialogContent>
          {asking !== 'retire' && <p className={styles.sentence}>{words(newest.definition)}</p>}
          {asking !== 'retire' && doubts.length > 0 && (
            <p role="alert" className={styles.levelDoubt}>
              {doubts.map(doubtWords).join(' ')}
            </p>
          )}
          <p>{asking && t(`ask.${asking}Text`)}</p>
          {asking === 'live' && live && <p>{t('ask.replaces', { version: live.version })}</p>}
          <Failed error={error} />
        </DialogContent>
        <DialogActions>
          <Button color="secondary" onClick={() => setAsking(null)}>
            {t('cancel')}
          </Button>
          <Button
            variant="contained"
            color={asking === 'retire' ? 'error' : 'primary'}
            disabled={isPending}
            onClick={() => asking && go(asking)}
          >
            {asking && t(asking !== 'retire' && doubts.length > 0 ? `doubt.${asking}` : `step.${asking}`)}
          </Button>
        </DialogActions>
      </Dialog>
    </fieldset>
  );
}

function Failed({ error }: { readonly error: ApiError | null }) {
  const { t } = useTranslation('rules');
  return (
    error && (
      <p role="alert" className={styles.failed}>
        {mayHaveHappened(error) ? t('stepUnknown') : error.message}
      </p>
    )
  );
}
