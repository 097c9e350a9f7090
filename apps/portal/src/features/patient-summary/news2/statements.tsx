import Button from '@mui/material/Button';
import type { News2 } from '@vigil/contract/triage.contract';
import type { News2StatementBody } from '@vigil/contract/triage.forms';
import { consciousnessLevels } from '@vigil/domain/news2/score';
import { useSnackbar } from 'notistack';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayHaveHappened } from '#lib/failures.ts';
import { useSayForNews2 } from '../api/ask-news2.ts';
import summary from '../summary.module.css';
import styles from './news2.module.css';

type Said = News2StatementBody extends infer One ? (One extends { id: string } ? Omit<One, 'id'> : never) : never;

interface StatementsProps {
  readonly memberId: string;
  readonly news2: News2;
}

/** What no sensor tells, said in one's own name: consciousness, oxygen, the scale of SpO2, a pregnancy. What changes whom the score is for, or its table, is asked first. */
export function Statements({ memberId, news2 }: StatementsProps) {
  const { t } = useTranslation('patientSummary');
  const { enqueueSnackbar } = useSnackbar();
  const [asking, setAsking] = useState<Said | null>(null);
  // Of each statement one id: sent again after a lost answer it is stored once.
  const [ids] = useState(() => new Map<string, string>());
  const say = useSayForNews2();
  const { scale, applies } = news2;
  const send = (said: Said) => {
    const key = `${said.kind} ${said.value}`;
    const id = ids.get(key) ?? crypto.randomUUID();
    ids.set(key, id);
    // Of each that arrived the id is used up, also of two at once: the same said later is another statement.
    void say.mutateAsync({ params: { userId: memberId }, body: { id, ...said } } as Parameters<typeof say.mutateAsync>[0]).then(
      () => {
        ids.delete(key);
        setAsking((now) => (now === said ? null : now));
        enqueueSnackbar(t('news2.said'), { variant: 'success' });
      },
      () => undefined,
    );
  };
  const failure = say.error && (mayHaveHappened(say.error) ? t('news2.sayUnknown') : say.error.message);
  const isPregnant = applies === 'pregnancy';
  return (
    <details className={summary.more}>
      <summary>{t('news2.say')}</summary>
      {asking ? (
        <fieldset className={styles.sure}>
          <legend className="v-unseen">{t(`news2.confirm.${keyOf(asking)}`)}</legend>
          <p>{t(`news2.sure.${keyOf(asking)}`)}</p>
          <span className={styles.buttons}>
            <Button variant="contained" autoFocus disabled={say.isPending} onClick={() => send(asking)}>
              {t(`news2.confirm.${keyOf(asking)}`)}
            </Button>
            <Button color="inherit" disabled={say.isPending} onClick={() => setAsking(null)}>
              {t('news2.leave')}
            </Button>
          </span>
        </fieldset>
      ) : (
        <div className={styles.statements}>
          <Statement label={t('news2.of.consciousness')}>
            {consciousnessLevels.map((value) => (
              <Choice key={value} busy={say.isPending} onClick={() => send({ kind: 'consciousness', value })}>
                {t(`news2.word.${value}`)}
              </Choice>
            ))}
          </Statement>
          <Statement label={t('news2.of.oxygen')}>
            {(['air', 'oxygen'] as const).map((value) => (
              <Choice key={value} busy={say.isPending} onClick={() => send({ kind: 'oxygen', value })}>
                {t(`news2.word.${value}`)}
              </Choice>
            ))}
          </Statement>
          <Statement label={t('news2.scaleOf')}>
            <Choice
              busy={say.isPending}
              onClick={() => (scale.scale === 2 ? send({ kind: 'scale', value: '1' }) : setAsking({ kind: 'scale', value: '2' }))}
            >
              {t(scale.scale === 2 ? 'news2.backToScale1' : 'news2.toScale2')}
            </Choice>
          </Statement>
          <Statement label={t('news2.pregnancy')}>
            <Choice
              busy={say.isPending}
              onClick={() => (isPregnant ? send({ kind: 'pregnancy', value: 'no' }) : setAsking({ kind: 'pregnancy', value: 'yes' }))}
            >
              {t(isPregnant ? 'news2.notPregnant' : 'news2.isPregnant')}
            </Choice>
          </Statement>
          <p className={summary.muted}>{t('news2.holds')}</p>
        </div>
      )}
      <p role="alert" className={styles.failed}>
        {failure}
      </p>
    </details>
  );
}

const keyOf = ({ kind }: Said): 'scale' | 'pregnancy' => (kind === 'scale' ? 'scale' : 'pregnancy');

function Statement({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <fieldset className={styles.statement}>
      <legend>{label}</legend>
      <span className={styles.buttons}>{children}</span>
    </fieldset>
  );
}

interface ChoiceProps {
  readonly busy: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Choice({ busy, onClick, children }: ChoiceProps) {
  return (
    <Button size="small" variant="outlined" color="inherit" disabled={busy} onClick={onClick}>
      {children}
    </Button>
  );
}
