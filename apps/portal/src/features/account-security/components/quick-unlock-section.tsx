import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { quickUnlockQuery, useRemoveQuickUnlock } from '../api/own-sign-in.ts';
import { failureIn } from '../failure-words.ts';
import { PinForm } from './pin-form.tsx';
import { Failure, Section } from './section.tsx';
import styles from './security.module.css';

/** A member's PIN, which keeps them signed in for longer; nothing for whoever can have none. */
export function QuickUnlockSection() {
  const { t } = useTranslation('accountSecurity');
  const { enqueueSnackbar } = useSnackbar();
  const { data, error, refetch } = useQuery(quickUnlockQuery());
  const remove = useRemoveQuickUnlock();
  const [open, setOpen] = useState(false);
  if (error && !data)
    return (
      <Section title={t('pin.title')} text={t('pin.failed')}>
        <Button variant="outlined" className={styles.action ?? ''} onClick={() => void refetch()}>
          {t('retry')}
        </Button>
      </Section>
    );
  if (!data) return <div hidden data-awaited />;
  if (!data.isOffered) return null;
  const isSet = data.setAt !== null;
  return (
    <Section title={t('pin.title')} text={t(isSet ? 'pin.on' : 'pin.off', { count: data.days })}>
      {open ? (
        <PinForm asksPassword={data.asksPassword} onDone={() => setOpen(false)} />
      ) : (
        <>
          <Failure>{failureIn(t, remove.error)}</Failure>
          <div className={styles.buttons}>
            {isSet && (
              <Button
                color="secondary"
                disabled={remove.isPending}
                onClick={() => remove.mutate({}, { onSuccess: () => enqueueSnackbar(t('pin.removed'), { variant: 'success' }) })}
              >
                {t('pin.remove')}
              </Button>
            )}
            <Button variant="outlined" onClick={() => setOpen(true)}>
              {t(isSet ? 'pin.change' : 'pin.set')}
            </Button>
          </div>
        </>
      )}
    </Section>
  );
}
