import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { connection } from '#lib/connection.ts';
import { useNow } from '#lib/now.ts';
import { useStore } from '#lib/store.ts';
import { ageInWords } from '#ui/age-in-words.ts';
import type { LiveState } from '../live/use-live-ticks.ts';
import styles from './live-sign.module.css';

/** Whether new readings appear by themselves, and when the last ones did. Quiet: it is read when in doubt. */
export function LiveSign({ live, neverSynced }: { readonly live: LiveState; readonly neverSynced: boolean }): ReactNode {
  const { t } = useTranslation('patientData');
  const ui = useTranslation('ui').t;
  // The stream notices later than the calls that nothing comes any more; the sign and the bar below never disagree.
  const state = useStore(connection) === 'silent' && live.state === 'open' ? 'interrupted' : live.state;
  const now = useNow(1000);
  const seconds = live.receivedAt === null ? 0 : Math.max(0, Math.floor((now - live.receivedAt) / 1000));
  const age = () => (seconds < 60 ? t('age.seconds', { count: seconds }) : ageInWords(ui, (live.receivedAt ?? now) / 1000, now / 1000));
  const open = live.receivedAt !== null ? t('live.received', { age: age() }) : t(neverSynced ? 'live.neverSynced' : 'live.waiting');
  const words = [t('live.connecting'), t('live.waiting'), t('live.interrupted'), t('live.refused'), t('live.offline')];
  // Its words change by themselves: the room of the longest is kept, so that no line breaks otherwise and no chart moves.
  const longest = [open, ...words].reduce((most, one) => (one.length > most.length ? one : most));
  return (
    <span className={styles.sign} data-state={state === 'open' && neverSynced && live.receivedAt === null ? 'never' : state}>
      <span className={styles.light} aria-hidden="true" />
      <span className={styles.words} data-longest={longest}>
        {state === 'open' ? open : t(`live.${state}`)}
      </span>
    </span>
  );
}
