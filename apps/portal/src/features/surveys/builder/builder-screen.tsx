import '#ui/messages.ts';
import '../messages.ts';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { factuarySurveysAuthoring } from '@vigil/contract';
import type { SurveyDraft } from '@vigil/contract/factuary-surveys.forms';
import type { WrittenSurvey } from '@vigil/contract/factuary-surveys-authoring.contract';
import { careTeamRoles, type Role } from '@vigil/domain/roles';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endpointQuery } from '#lib/endpoint-query.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useSession } from '#lib/session/session.ts';
import { LoadFailed } from '#ui/load-failed.tsx';
import { Page } from '#ui/page.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { writtenSurveyQuery } from '../api/surveys.ts';
import styles from './builder.module.css';
import { copyOf, emptyContent } from './draft.ts';
import { surveyDrafts, useUnkeptSurveys } from './survey-drafts.ts';
import { SurveyEditor } from './survey-editor.tsx';

/** The surveys of the tenant: written, tried in a preview, published, retired; those that ship are looked at and copied. */
export function SurveyBuilderScreen() {
  const { t } = useTranslation('surveys');
  usePageTitle(t('builder.screen'));
  const { tenant } = useSession();
  const canWrite = tenant.roles.some((role) => (careTeamRoles as readonly Role[]).includes(role));
  const list = useQuery(endpointQuery(factuarySurveysAuthoring.listWrittenSurveys, {}, { quiet: true }));
  const unkept = useUnkeptSurveys();
  // What could not be kept before a reload, or on the way elsewhere, is where one goes on.
  const [openId, setOpenId] = useState(canWrite ? (unkept[0]?.id ?? null) : null);
  /** A new one that nothing is written in yet: left like that, it is nothing that anybody finds later. */
  const [begun, setBegun] = useState<SurveyDraft | null>(null);
  const isBegun = begun?.id === openId && !list.data?.some(({ id }) => id === openId);
  const kept = unkept.find(({ id }) => id === openId) ?? (isBegun ? begun : undefined);
  const one = useQuery({ ...writtenSurveyQuery(openId ?? ''), enabled: openId !== null && kept?.revision !== 0 });
  const start = (draft: SurveyDraft) => {
    surveyDrafts.put(draft.id, draft);
    setOpenId(draft.id);
  };
  const open = openId === null ? undefined : one.data;
  const isListed = (id: string) => list.data?.some((survey) => survey.id === id) ?? true;
  const editing = open ? { id: open.id, revision: open.revision, name: open.name, intake: open.intake, content: open.content } : kept;
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
            onClick={() => {
              const id = crypto.randomUUID();
              setBegun({ id, revision: 0, name: t('builder.newName'), intake: false, content: emptyContent });
              setOpenId(id);
            }}
          >
            {t('builder.create')}
          </Button>
        )}
      </PageHead>
      {list.isError && !list.data && <LoadFailed error={list.error} title={t('failedTitle')} onRetry={() => void list.refetch()} />}
      <ul className={styles.list} aria-label={t('builder.screen')} aria-busy={list.isPending || undefined}>
        {[...unkept.filter(({ id }) => !isListed(id)), ...(list.data ?? [])].map((survey) => (
          <li key={survey.id}>
            <button type="button" className={styles.listed} aria-pressed={survey.id === openId} onClick={() => setOpenId(survey.id)}>
              <strong>{survey.name}</strong>
              <span className={styles.muted}>
                {'status' in survey && wordsOf(survey, t)}
                {unkept.some(({ id }) => id === survey.id) && <span className={styles.unkept}> {t('builder.unkept')}</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {openId !== null && one.isError && !editing && (
        <LoadFailed error={one.error} title={t('builder.oneFailedTitle')} onRetry={() => void one.refetch()} />
      )}
      {editing && (
        <SurveyEditor
          key={editing.id}
          start={editing}
          survey={open ?? null}
          readOnly={open?.shipped || !canWrite}
          onReload={() => void one.refetch()}
        />
      )}
      {openId === null && list.data && (
        <StatePanel
          icon="note"
          title={t(canWrite ? 'builder.choose' : 'builder.chooseToRead')}
          text={t(canWrite ? 'builder.chooseText' : 'builder.chooseToReadText')}
        />
      )}
    </Page>
  );
}

/** How a survey of the list stands. */
function wordsOf({ shipped, status, intake, changed }: WrittenSurvey, t: TFunction<'surveys'>): string {
  const words = [
    shipped ? t('builder.ships') : t(`builder.status.${status}`),
    intake && t('staff.origin.intake'),
    changed && status === 'live' && t('builder.changed'),
  ];
  return words.filter(Boolean).join(' · ');
}
