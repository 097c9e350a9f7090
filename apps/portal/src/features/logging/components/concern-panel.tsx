import Button from '@mui/material/Button';
import { type AdviceId, safeGlucose } from '@vigil/domain/activities/concern';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useEmergencyNumbers } from '#lib/emergency.ts';
import { useUnits } from '#lib/units.ts';
import { EmergencyCalls, useEmergencyNumber } from '#ui/emergency-calls.tsx';
import { valueTold } from '../told.ts';
import styles from './concern-panel.module.css';

interface ConcernPanelProps {
  readonly memberId: string;
  readonly own: boolean;
  /** What was logged, and when it was measured. */
  readonly what: string;
  readonly advice: readonly AdviceId[];
  /** Of several, the one that takes the focus. */
  readonly takesFocus?: boolean;
  /** Who was notified, in words. */
  readonly notified: ReactNode;
  readonly onDone?: () => void;
}

/** What to do about each, in the order in which it is done; `call` names the emergency number. */
const steps: Readonly<Record<AdviceId, readonly string[]>> = {
  pressure_very_high: ['call', 'rest', 'then'],
  pressure_high: ['call', 'rest', 'then'],
  pressure_low: ['call', 'rest', 'then'],
  glucose_very_low: ['eat', 'again', 'call'],
  glucose_low: ['eat', 'again', 'call'],
  glucose_very_high: ['call', 'team', 'ketones', 'drink', 'again'],
  glucose_high: ['call', 'drink', 'ketones', 'then'],
  weight_changed: ['call', 'then', 'again'],
  weight_beyond_limit: ['call', 'then', 'again'],
};

/**
 * Stands where “Saved” would: what the value means, what to do now, and who knows of it. It stays until somebody has read it, and takes the
 * focus when it appears so that it is heard.
 */
export function ConcernPanel({ memberId, own, what, advice, takesFocus = true, notified, onDone }: ConcernPanelProps) {
  const { t, i18n } = useTranslation('logging');
  const titleId = useId();
  const box = useRef<HTMLElement>(null);
  const units = useUnits();
  const numbers = useEmergencyNumbers(memberId);
  const number = useEmergencyNumber(numbers);
  // From its title on: a panel that is taller than the screen would be shown from its middle.
  const isFocused = useRef(takesFocus);
  useEffect(() => {
    if (!isFocused.current) return;
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView?.({ block: 'start' });
  }, []);
  const limit = valueTold('glucose', safeGlucose, units, i18n.language);
  return (
    <section ref={box} className={styles.panel} tabIndex={-1} aria-labelledby={titleId}>
      {advice.map((id, index) => (
        <div key={id} className={styles.advice}>
          <h2 id={index === 0 ? titleId : undefined} className={styles.title}>
            {t(`concern.${id}.title`)}
          </h2>
          {index === 0 && <p className={styles.what}>{what}</p>}
          {!own && <p>{t('concern.forStaff')}</p>}
          <ol className={styles.steps}>
            {steps[id].map((step) => (
              <li key={step}>{t(`concern.${id}.${step}` as 'concern.glucose_low.again', { number, limit })}</li>
            ))}
          </ol>
        </div>
      ))}
      <EmergencyCalls numbers={numbers} forSomebodyElse={!own} />
      <p role="status" className={styles.notified}>
        {notified}
      </p>
      {onDone && (
        <Button variant="outlined" color="inherit" className={styles.done ?? ''} onClick={onDone}>
          {t('concern.done')}
        </Button>
      )}
    </section>
  );
}
