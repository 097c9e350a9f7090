import Popover from '@mui/material/Popover';
import { Link } from '@tanstack/react-router';
import { catalogue } from '@vigil/domain/metrics/catalogue';
import { displayText, displayUnit } from '@vigil/domain/units/unit-system';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Latest } from '#lib/member-readings.ts';
import { useUnits } from '#lib/units.ts';
import { ageInWords } from '#ui/age-in-words.ts';
import { Icon } from '#ui/icons.tsx';
import { rangeWords } from '#ui/range-words.ts';
import styles from './out-of-range.module.css';
import { type ReadingOutOfRange, readingsOutOfRange } from './out-of-range.ts';

/** As many stand beside the name, on a phone one; the rest are counted. */
const most = 2;
const mostOnPhone = 1;

interface OutOfRangeButtonProps {
  readonly memberId: string;
  readonly latest: Latest;
  readonly nowSeconds: number;
}

/** The newest readings that are out of range, and on a press why, and what became of each. Nothing while there is none. */
export function OutOfRangeButton({ memberId, latest, nowSeconds }: OutOfRangeButtonProps) {
  const { t } = useTranslation('patient');
  const units = useUnits();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const readings = readingsOutOfRange(latest.latest);
  if (readings.length === 0) return null;
  const text = ({ metric, value }: ReadingOutOfRange) =>
    `${catalogue[metric].label} ${displayText(catalogue[metric], value, units)} ${displayUnit(catalogue[metric], units)}`;
  return (
    <>
      <button
        type="button"
        className={styles.open}
        aria-label={t('outOfRange.open', { readings: readings.map(text).join(', ') })}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        data-out-of-range=""
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {readings.slice(0, most).map((reading) => (
          <span key={reading.metric} className={styles.chip} data-severity={reading.mark.severity}>
            <Icon name={reading.mark.side === 'high' ? 'arrowUp' : 'arrowDown'} size={12} />
            {text(reading)}
          </span>
        ))}
        <More className={styles.more} count={readings.length - most} />
        <More className={styles.moreOnPhone} count={readings.length - mostOnPhone} />
      </button>
      <Popover
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { elevation: 0, className: styles.popup ?? '', role: 'dialog', 'aria-labelledby': id } }}
      >
        <h2 id={id} className={styles.title}>
          {t('outOfRange.title')}
        </h2>
        <ul className={styles.reasons}>
          {readings.map((reading) => (
            <Reason key={reading.metric} reading={reading} text={text(reading)} nowSeconds={nowSeconds} />
          ))}
        </ul>
        <p className={styles.links}>
          {readings.some(({ mark }) => mark.alert === 'open') && (
            <Link to="/dashboard/today" search={{ member: memberId }}>
              {t('outOfRange.today')}
            </Link>
          )}
          <Link to="/patient/$memberId/rules" params={{ memberId }}>
            {t('outOfRange.limits')}
          </Link>
        </p>
      </Popover>
    </>
  );
}

function More({ className, count }: { readonly className: string | undefined; readonly count: number }) {
  const { t } = useTranslation('patient');
  return count > 0 && <span className={className}>{t('outOfRange.more', { count })}</span>;
}

function Reason({
  reading,
  text,
  nowSeconds,
}: {
  readonly reading: ReadingOutOfRange;
  readonly text: string;
  readonly nowSeconds: number;
}) {
  const { t: ui } = useTranslation('ui');
  const units = useUnits();
  const { rule, alert } = rangeWords(ui, reading.metric, reading.mark, { units, nowSeconds });
  return (
    <li>
      <p>
        <strong>{text}</strong> <span className={styles.age}>{ageInWords(ui, reading.at, nowSeconds)}</span>
      </p>
      <p>{rule}</p>
      <p className={styles.alert} data-alert={reading.mark.alert}>
        {alert}
      </p>
    </li>
  );
}
