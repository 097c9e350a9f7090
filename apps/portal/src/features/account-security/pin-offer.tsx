import '#ui/messages.ts';
import './messages.ts';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GlanceAwaited } from '#ui/glance-row.tsx';
import { quickUnlockQuery } from './api/own-sign-in.ts';
import { PinForm } from './components/pin-form.tsx';
import styles from './components/pin-offer.module.css';

/** Offers a PIN to a member who has just chosen a password: on the first page, once. Later it is found under Sign-in and security. */
export function PinOffer() {
  const { t } = useTranslation('accountSecurity');
  const { data, isPending } = useQuery(quickUnlockQuery());
  const [step, setStep] = useState<'offered' | 'typing' | 'done'>('offered');
  if (isPending) return <GlanceAwaited />;
  if (step === 'done' || !data?.isOffered || data.setAt !== null || (step === 'offered' && data.asksPassword)) return null;
  return (
    <li className={styles.offer}>
      <strong>{t('pin.offer')}</strong>
      <span>{t('pin.offerText')}</span>
      {step === 'typing' ? (
        <PinForm asksPassword={data.asksPassword} onDone={() => setStep('done')} />
      ) : (
        <span className={styles.buttons}>
          <Button variant="outlined" onClick={() => setStep('typing')}>
            {t('pin.set')}
          </Button>
          <Button color="secondary" onClick={() => setStep('done')}>
            {t('pin.notNow')}
          </Button>
        </span>
      )}
    </li>
  );
}
