import Button from '@mui/material/Button';
import { type ReactNode, useMemo, useState } from 'react';
import { colorMode, setColorMode } from '#lib/color-mode.ts';
import { chooseLanguage, nextLanguage } from '#lib/language.ts';
import { useStore } from '#lib/store.ts';
import { unitSystem, useUnits } from '#lib/units.ts';
import { Chart } from '../chart.tsx';
import type { ChartProps } from '../chart-props.ts';
import { HistogramChart } from '../histogram-chart.tsx';
import { createInteraction } from '../interaction.ts';
import { type ChartKindName, chartKinds } from '../kinds/kinds.ts';
import type { TimeSpan } from '../series.ts';
import styles from './gallery.module.css';
import { type SampleState, sampleStates, zone } from './sample-frame.ts';
import { sampleHistogram } from './sample-histogram.ts';
import { sampleOf } from './samples.ts';

const kinds = Object.keys(chartKinds) as ChartKindName[];
/** `?kind=band-line&state=dense` shows one of them alone. */
const asked = new URLSearchParams(location.search);
const shownKinds = kinds.filter((kind) => asked.get('kind') === null || asked.get('kind') === kind);
const shownStates = sampleStates.filter((state) => asked.get('state') === null || asked.get('state') === state);

/** Every chart kind in every state, of synthetic readings: for those who build charts, in development only. */
export function Gallery(): ReactNode {
  const units = useUnits();
  const mode = useStore(colorMode);
  return (
    <main className={styles.page}>
      <header className={styles.head}>
        <h1>Charts</h1>
        <p>Every kind in every state, of synthetic readings.</p>
        <Button variant="outlined" onClick={() => setColorMode(mode === 'dark' ? 'light' : 'dark')}>
          {mode}
        </Button>
        <Button variant="outlined" onClick={() => unitSystem.set(units.system === 'metric' ? 'imperial' : 'metric')}>
          {units.system}
        </Button>
        <Button variant="outlined" onClick={() => chooseLanguage(nextLanguage(document.documentElement.lang))}>
          Language
        </Button>
      </header>
      {shownKinds.map((kind) => (
        <section key={kind} aria-labelledby={kind} className={styles.kind}>
          <h2 id={kind}>{kind}</h2>
          <div className={styles.states}>
            {shownStates.map((state) => (
              <Sample key={state} kind={kind} state={state} />
            ))}
          </div>
        </section>
      ))}
      {asked.get('kind') === null && <Histograms />}
    </main>
  );
}

function Sample({ kind, state }: { readonly kind: ChartKindName; readonly state: SampleState }): ReactNode {
  const units = useUnits();
  const [zoom, setZoom] = useState<TimeSpan | null>(null);
  const [interaction] = useState(createInteraction);
  const [failing, setFailing] = useState(true);
  const sample = useMemo(() => sampleOf(kind, state, units), [kind, state, units]);
  const frame = useMemo(
    () => ({ span: zoom ?? sample.span, zone, now: sample.now, interaction, onZoom: setZoom }),
    [zoom, sample, interaction],
  );
  const shown: ChartProps['state'] =
    state === 'loading' ? 'loading' : state === 'error' && failing ? { failed: '', onRetry: () => setFailing(false) } : 'ready';
  return (
    <div className={styles.sample} data-state={state} data-kind={kind}>
      <p className={styles.name}>{state}</p>
      <Chart {...sample.chart} kind={kind} frame={frame} state={shown} />
    </div>
  );
}

function Histograms(): ReactNode {
  return (
    <section aria-labelledby="histogram" className={styles.kind}>
      <h2 id="histogram">histogram</h2>
      <div className={styles.states}>
        {shownStates.map((state) => (
          <div key={state} className={styles.sample} data-state={state} data-kind="histogram">
            <p className={styles.name}>{state}</p>
            <HistogramChart
              title="Heart rate"
              unit="bpm"
              tone="heart"
              axisEnds={[40, 180]}
              buckets={sampleHistogram(state)}
              state={state === 'loading' ? 'loading' : state === 'error' ? { failed: '' } : 'ready'}
            />
          </div>
        ))}
      </div>
    </section>
  );
}
