import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import styles from './builder.module.css';
import type { Content } from './draft.ts';

type Scoring = NonNullable<Content['scoring']>;
type Band = Scoring['bands'][number];

/** The stretches of scores that have a name, both ends included. */
export function BandsEditor({ scoring, onChange }: { readonly scoring: Scoring; readonly onChange: (scoring: Scoring) => void }) {
  const { t } = useTranslation('surveys');
  const { bands } = scoring;
  const set = (place: number, next: Partial<Band>) =>
    onChange({ ...scoring, bands: bands.map((band, at) => (at === place ? { ...band, ...next } : band)) });
  const from = (bands.at(-1)?.to ?? -1) + 1;
  return (
    <div className={styles.part}>
      <h4>{t('builder.bands')}</h4>
      {bands.map((band, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: A band has nothing else that names it, and its fields keep no state of their own.
        <div key={place} className={`${styles.option} ${styles.band}`}>
          {(['from', 'to'] as const).map((end) => (
            <input
              key={end}
              type="number"
              step="any"
              aria-label={t(`builder.band.${end}`, { number: place + 1 })}
              value={band[end]}
              onChange={({ target }) => set(place, { [end]: Number(target.value) })}
            />
          ))}
          <input
            aria-label={t('builder.band.label', { number: place + 1 })}
            placeholder={t('builder.band.label', { number: place + 1 })}
            value={band.label}
            onChange={({ target }) => set(place, { label: target.value })}
          />
          <input
            aria-label={t('builder.band.labelEs', { number: place + 1 })}
            placeholder={t('builder.band.labelEs', { number: place + 1 })}
            value={band.labelEs ?? ''}
            onChange={({ target }) => set(place, { labelEs: target.value || null })}
          />
          <Button size="small" color="inherit" onClick={() => onChange({ ...scoring, bands: bands.filter((_, at) => at !== place) })}>
            {t('builder.remove')}
          </Button>
        </div>
      ))}
      <Button
        size="small"
        color="inherit"
        onClick={() =>
          onChange({
            ...scoring,
            bands: [...bands, { from, to: from, label: t('builder.band.new', { number: bands.length + 1 }), labelEs: null }],
          })
        }
      >
        {t('builder.band.add')}
      </Button>
    </div>
  );
}
