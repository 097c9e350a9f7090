import Button from '@mui/material/Button';
import { Link, useNavigate } from '@tanstack/react-router';
import type { AlertRuleWhole } from '@vigil/contract/alerts.contract';
import { mayAuthorRules } from '@vigil/contract/alerts.values';
import { clinicalStaffRoles, type Role } from '@vigil/domain/roles';
import { useTranslation } from 'react-i18next';
import { useSession } from '#lib/session/session.ts';
import { BackLink } from '#ui/back-link.tsx';
import { Card } from '#ui/card.tsx';
import { coversBottom } from '#ui/covers.ts';
import { Icon } from '#ui/icons.tsx';
import { Page } from '#ui/page.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { standingOf } from '../rule-standing.ts';
import styles from '../rules.module.css';
import { useRuleForm } from '../use-rule-form.ts';
import { CohortLayers } from './cohort-layers.tsx';
import { EffectiveForCohorts } from './effective-for-cohorts.tsx';
import { RuleFacts } from './rule-facts.tsx';
import { RuleForm } from './rule-form.tsx';
import { RuleStateActions } from './rule-state-actions.tsx';
import { StaleRule } from './stale-rule.tsx';
import { VersionStateChip } from './version-state.tsx';
import { Versions } from './versions.tsx';

interface RulePageProps {
  /** As it was last read; null: a new one. */
  readonly stored: AlertRuleWhole | null;
  /** Reads it anew. */
  readonly onLoad: () => Promise<unknown>;
}

/** A rule as it stands, and for who may, as it is being written. */
export function RulePage({ stored, onLoad }: RulePageProps) {
  const { t } = useTranslation('rules');
  const { roles } = useSession().tenant;
  const mayAuthor = mayAuthorRules(roles);
  const mayTry = roles.some((role) => (clinicalStaffRoles as readonly Role[]).includes(role));
  const newest = stored?.versions[0];
  return (
    <Page>
      <PageHead
        back={<BackLink to="/dashboard/rules">{t('toList')}</BackLink>}
        title={newest?.title ?? t('newTitle')}
        lead={
          stored && (
            <span className={styles.states}>
              {standingOf(stored).map(({ version, state }) => (
                <VersionStateChip key={version} version={version} state={state} />
              ))}
            </span>
          )
        }
      >
        {stored && mayTry && (
          <Button
            component={Link}
            to="/dashboard/rules/$ruleId/backtest"
            params={{ ruleId: stored.id } as never}
            variant="outlined"
            color="inherit"
            startIcon={<Icon name="activity" />}
          >
            {t('tryOnHistory')}
          </Button>
        )}
      </PageHead>
      {!mayAuthor && <p className={`${styles.hint} ${styles.pageHint}`}>{t('readOnly')}</p>}
      <div className={styles.columns}>
        <div className={styles.main}>
          {mayAuthor ? <Written stored={stored} onLoad={onLoad} /> : newest && <RuleFacts definition={newest.definition} />}
        </div>
        {!stored && mayAuthor && (
          <div className={styles.side}>
            <WhatFollows />
          </div>
        )}
        {stored && (
          <div className={styles.side}>
            <Versions versions={stored.versions} />
            <CohortLayers rule={stored} mayAuthor={mayAuthor} />
            <EffectiveForCohorts rule={stored} />
          </div>
        )}
      </div>
    </Page>
  );
}

/** From being written to running, step by step. */
function WhatFollows() {
  const { t } = useTranslation('rules');
  return (
    <Card title={t('follows')}>
      <dl className={styles.follows}>
        {(['draft', 'shadow', 'live'] as const).map((state) => (
          <div key={state}>
            <dt>{t(`state.${state}`)}</dt>
            <dd className={styles.muted}>{t(`stateHelp.${state}`)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.hint}>{t('followsTry')}</p>
    </Card>
  );
}

function Written({ stored, onLoad }: RulePageProps) {
  const { t } = useTranslation('rules');
  const navigate = useNavigate();
  const control = useRuleForm(
    stored,
    (rule) => !stored && void navigate({ to: '/dashboard/rules/$ruleId', params: { ruleId: rule.id }, replace: true }),
    onLoad,
  );
  const { isChanged, isStale, isSaving, failure, save, giveUp, settle, values, fresh, base, units } = control;
  const newest = stored?.versions[0];
  const isRetired = newest?.state === 'retired';
  return (
    <form
      className={styles.form}
      noValidate
      aria-label={newest?.title ?? t('newTitle')}
      onSubmit={(event) => void save(event)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isSaving) void save(event);
      }}
    >
      {isStale && newest && <StaleRule newest={newest} mine={values} theirs={fresh} base={base} units={units} onSettle={settle} />}
      <RuleForm control={control} />
      <div ref={coversBottom} className={styles.actions}>
        {isRetired && <p className={styles.hint}>{t('retiredHelp')}</p>}
        <p role="alert" className={styles.failed}>
          {failure}
        </p>
        <div className={styles.buttons}>
          <Button
            type="submit"
            variant={isChanged ? 'contained' : 'outlined'}
            disabled={isSaving || isStale || (stored !== null && !isChanged && !isRetired)}
            aria-keyshortcuts="Control+Enter"
          >
            {t(isSaving ? 'saving' : newest && newest.state !== 'draft' ? 'saveNewDraft' : 'saveDraft')}
          </Button>
          {isChanged && !isStale && (
            <Button color="secondary" disabled={isSaving} onClick={giveUp}>
              {t('giveUp')}
            </Button>
          )}
          {stored && <RuleStateActions rule={stored} isChanged={isChanged} />}
        </div>
      </div>
    </form>
  );
}
