import '#ui/messages.ts';
import '../messages.ts';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { factuarySurveysAuthoring } from '@vigil/contract';
import type { SurveyDraft } from '@vigil/contract/factuary-surveys.forms';
import { careTeamRoles, type Role } from '@vigil/domain/roles';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endpointQuery } from '#lib/endpoint-query.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useSession } from '#lib/session/session.ts';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Page } from '#ui/page.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import styles from './builder.module.css';
import { copyOf, emptyContent } from './draft.ts';
import { SurveyEditor } from './survey-editor.tsx';

/** The surveys of the tenant: written, tried in a preview, published, retired; those that ship are looked at and copied. */
export function SurveyBuilderScreen() {
  const { t } = useTranslation('surveys');
  usePageTitle(t('builder.screen'));
  const { tenant } = useSession();
  const canWrite = tenant.roles.some((role) => (careTeamRoles as readonly Role[]).includes(role));
  const list = useQuery(endpointQuery(factuarySurveysAuthoring.listWrittenSurveys, {}, { quiet: true }));
  const [openId, setOpenId] = useState<string | null>(null);
  const [fresh, setFresh] = useState<SurveyDraft | null>(null);
  const one = useQuery({
    ...endpointQuery(factuarySurveysAuthoring.getWrittenSurvey, { params: { id: openId ?? '' } }, { quiet: true }),
    enabled: openId !== null,
    // What is being written is not taken from under the hand.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const start = (draft: SurveyDraft) => {
    setOpenId(null);
    setFresh(draft);
  };
  const open = one.data;
  return (
    <Page>
      <PageHead title={t('builder.screen')}>
        {canWrite && open && (
          <Button variant="outlined" onClick={() => start(copyOf(open, crypto.randomUUID()))}>
            {t('builder.copy')}
          </Button>
        )}
        {canWrite && (
          <Button
            variant="contained"
            onClick={() =>
              start({ id: crypto.randomUUID(), revision: 0, name: t('builder.newName'), intake: false, content: emptyContent })
            }
          >
            {t('builder.create')}
          </Button>
        )}
      </PageHead>
      {list.isError && !list.data && <LoadFailed error={list.error} title={t('failedTitle')} onRetry={() => void list.refetch()} />}
      <ul className={styles.list} aria-label={t('builder.screen')} aria-busy={list.isPending || undefined}>
        {(list.data ?? []).map((survey) => (
          <li key={survey.id}>
            <button
              type="button"
              className={styles.listed}
              aria-pressed={survey.id === (openId ?? fresh?.id)}
              onClick={() => {
                setFresh(null);
                setOpenId(survey.id);
              }}
            >
              <strong>{survey.name}</strong>
              <span className={styles.muted}>
                {survey.shipped ? t('builder.ships') : t(`builder.status.${survey.status}`)}
                {survey.intake && ` · ${t('staff.origin.intake')}`}
                {survey.changed && survey.status === 'live' && ` · ${t('builder.changed')}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {openId !== null && one.isError && <LoadFailed error={one.error} title={t('failedTitle')} onRetry={() => void one.refetch()} />}
      {openId !== null && open && (
        <SurveyEditor
          key={`${open.id} ${one.dataUpdatedAt}`}
          start={{ id: open.id, revision: open.revision, name: open.name, intake: open.intake, content: open.content }}
          survey={open}
          readOnly={open.shipped || !canWrite}
          onReload={() => void one.refetch()}
        />
      )}
      {openId === null && fresh && (
        <SurveyEditor key={fresh.id} start={fresh} survey={null} readOnly={false} onReload={() => setOpenId(fresh.id)} />
      )}
      {openId === null && !fresh && list.data && <StatePanel icon="note" title={t('builder.choose')} text={t('builder.chooseText')} />}
    </Page>
  );
}
