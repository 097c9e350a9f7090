import type { ApiError } from '@vigil/contract/client';
import { useTranslation } from 'react-i18next';
import { mayHaveHappened } from '#lib/failures.ts';
import styles from '../content.module.css';

/** Why what somebody did just now was not stored, beside where they did it. */
export function FailedDoing({ error }: { readonly error: ApiError | null }) {
  const { t } = useTranslation('patientContent');
  const words = error && (mayHaveHappened(error) ? 'unreachable' : error.status === 409 || error.status === 404 ? 'conflict' : 'other');
  return (
    <p role="alert" className={styles.failedText}>
      {words && t(`failed.${words}`)}
    </p>
  );
}
