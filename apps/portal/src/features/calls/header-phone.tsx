import './messages.ts';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/icon-button.tsx';
import { stateKey } from './call-words.ts';
import styles from './components/calls.module.css';
import { isOnCall, useCalls } from './use-calls.ts';

/** The phone of the header: there while a call goes on, and the way to its window. */
export function HeaderPhone() {
  const { t } = useTranslation('calls');
  const calls = useCalls();
  const { own } = calls;
  if (!own || !isOnCall(calls)) return null;
  const state = stateKey(own);
  const label = t('header.label', { name: own.other.name, state: t(`state.${state}`) });
  return (
    <IconButton
      icon="phone"
      size={18}
      className={styles.phone ?? ''}
      data-state={state}
      label={label}
      title={label}
      onClick={() => document.querySelector<HTMLElement>('[data-call-window]')?.focus()}
    />
  );
}
