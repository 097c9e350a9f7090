import Button from '@mui/material/Button';
import type { Publication } from '@vigil/contract/factuary-programs.forms';
import type { AuthoredProgram } from '@vigil/contract/factuary-programs.shapes';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { coversBottom } from '#ui/covers.ts';
import styles from '../programs.module.css';
import type { useProgram } from '../use-program.ts';

interface ProgramActionsProps {
  readonly stored: AuthoredProgram | undefined;
  readonly program: ReturnType<typeof useProgram>;
}

/** Saving, publishing and what undoes it. What reaches members is asked first. */
export function ProgramActions({ stored, program }: ProgramActionsProps) {
  const { t } = useTranslation('programs');
  const [asking, setAsking] = useState<Publication['op'] | null>(null);
  const { failure, isBusy, isChanged, isStale } = program;
  const isOutdated = stored !== undefined && stored.outdated_at !== null;
  const canPublish = stored !== undefined && (stored.draft !== null || isOutdated);
  return (
    <div ref={coversBottom} className={styles.actions}>
      <p role="alert" className={styles.failed}>
        {!isStale && failure}
      </p>
      {asking ? (
        <div className={styles.sure}>
          <p>{t(`sure.${asking}`)}</p>
          <div className={styles.buttons}>
            <Button
              variant="contained"
              autoFocus
              color={asking === 'publish' ? 'primary' : 'error'}
              disabled={isBusy}
              onClick={() => {
                setAsking(null);
                program.publish(asking);
              }}
            >
              {t(asking)}
            </Button>
            <Button color="inherit" onClick={() => setAsking(null)}>
              {t('leave')}
            </Button>
          </div>
        </div>
      ) : (
        <div className={styles.buttons}>
          <Button variant={isChanged ? 'contained' : 'outlined'} disabled={isBusy || isStale || !isChanged} onClick={program.save}>
            {t('save')}
          </Button>
          {canPublish && (
            <Button variant={isChanged ? 'outlined' : 'contained'} disabled={isBusy || isChanged} onClick={() => setAsking('publish')}>
              {t(isOutdated && stored.draft === null ? 'bringBack' : 'publish')}
            </Button>
          )}
          {stored?.live && stored.draft && (
            <Button color="inherit" disabled={isBusy} onClick={() => setAsking('discard')}>
              {t('discard')}
            </Button>
          )}
          {stored && !isOutdated && (
            <Button color="inherit" disabled={isBusy} onClick={() => setAsking('outdate')}>
              {t('outdate')}
            </Button>
          )}
          {isChanged && <span className={styles.muted}>{t(canPublish ? 'saveFirst' : 'unsaved')}</span>}
        </div>
      )}
    </div>
  );
}
