import { useTranslation } from 'react-i18next';
import { MemberChart } from '#charts/member/member-chart.tsx';
import { shortcuts } from '#lib/shortcuts.ts';
import { useStore } from '#lib/store.ts';
import { Page } from '#ui/page.tsx';
import type { Analysed } from '../analysed.ts';
import { spanInWords } from '../span-in-words.ts';
import { type Analysis, useAnalysis, useFrame } from '../use-analysis.ts';
import styles from './analysis.module.css';
import { AnalysisBar } from './analysis-bar.tsx';
import { useCompared } from './compared.tsx';
import { EvidenceView } from './evidence-view.tsx';
import { OwnMeaning } from './own-meaning.tsx';

/** The analysis, once it is known whose it is and which zone its days are in. */
export function AnalysisPage(who: Analysed) {
  const { t } = useTranslation('patientAnalysis');
  const analysis = useAnalysis(who.zone, who.own);
  const keys = useStore(shortcuts);
  return (
    <Page width={who.own ? 'column' : 'wide'}>
      {who.own && <p className={styles.intro}>{t('ownIntro')}</p>}
      <AnalysisBar who={who} analysis={analysis} />
      {analysis.view.evidence ? (
        <EvidenceView who={who} analysis={analysis} evidence={analysis.view.evidence} />
      ) : (
        <Charts who={who} analysis={analysis} />
      )}
      {keys && !who.own && <p className={styles.keys}>{t('keys')}</p>}
    </Page>
  );
}

/** The chosen metrics side by side, on one cursor and one zoom. */
function Charts({ who, analysis }: { readonly who: Analysed; readonly analysis: Analysis }) {
  const { t, i18n } = useTranslation('patientAnalysis');
  const { view, span, now } = analysis;
  const { memberId, zone, own } = who;
  const { frame, zoomed, onZoom } = useFrame(span, zone, now);
  const { compared, told } = useCompared(who, analysis);
  return (
    <>
      <div className={styles.shown}>
        <span>{spanInWords(frame.span, zone, i18n.language, t)}</span>
        {told}
        {zoomed && (
          <button type="button" className={styles.link} onClick={() => onZoom(null)}>
            {t('wholeRange')}
          </button>
        )}
      </div>
      <div className={styles.charts} data-own={own}>
        {view.metrics.map((id) => (
          <section key={id} className={styles.chart}>
            <MemberChart
              memberId={memberId}
              zone={zone}
              id={id}
              days={view.days}
              span={span}
              now={now}
              average={view.average}
              frame={frame}
              compared={compared}
              level={2}
            >
              {own && <OwnMeaning id={id} />}
            </MemberChart>
          </section>
        ))}
      </div>
    </>
  );
}
