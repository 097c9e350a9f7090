import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icons.tsx';
import { kindsOfLogs, type LogKind, logKinds } from '../log-kinds.ts';
import styles from '../logging.module.css';

/** The kinds of what can be logged, as large buttons. */
export function KindChoice({ onChoose }: { readonly onChoose: (kind: LogKind) => void }) {
  const { t } = useTranslation('logging');
  return (
    <ul className={styles.kinds}>
      {logKinds.map((kind) => (
        <li key={kind}>
          <button type="button" className={styles.kind} onClick={() => onChoose(kind)}>
            <Icon name={kindsOfLogs[kind].icon} size={24} />
            {t(`kind.${kind}`)}
          </button>
        </li>
      ))}
    </ul>
  );
}
