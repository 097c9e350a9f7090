import type { HandoffMember, HandoffPerson } from '@vigil/contract/triage-handoffs.contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { nameOf } from './episode-line.tsx';
import styles from './handoff.module.css';
import { MemberFacts } from './member-facts.tsx';
import { MemberHead } from './member-head.tsx';

interface MemberToldProps {
  readonly member: HandoffMember;
  readonly author: HandoffPerson;
  readonly nowSeconds: number;
}

/** One member of a handoff as it was handed over: first what the colleague tells, then what was known, with what has changed since. */
export function MemberTold({ member, author, nowSeconds }: MemberToldProps) {
  const { t } = useTranslation('handoff');
  const id = useId();
  const { facts, summary, to_do: toDo, contingency } = member;
  return (
    <article className={styles.member} aria-labelledby={id}>
      <MemberHead
        id={id}
        memberId={member.user_id}
        user={member.user}
        severity={facts?.severity ?? null}
        isDataMissing={facts?.is_data_missing ?? false}
      />
      <div className={styles.sides}>
        {facts ? (
          <MemberFacts facts={facts} nowSeconds={nowSeconds} now={member.now} />
        ) : (
          <p className={styles.muted}>{t('noFacts', { name: nameOf(author) })}</p>
        )}
        <div className={styles.writing}>
          <Text title={t('summary')} text={summary} />
          {toDo && (
            <section>
              <h3 className={styles.part}>{t('toDo')}</h3>
              <ul className={styles.toDo}>
                {linesOf(toDo).map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </section>
          )}
          <Text title={t('contingency')} text={contingency} />
        </div>
      </div>
    </article>
  );
}

/** The things to do, each once. */
const linesOf = (text: string) => [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean);

function Text({ title, text }: { readonly title: string; readonly text: string }) {
  if (text === '') return null;
  return (
    <section>
      <h3 className={styles.part}>{title}</h3>
      <p className={styles.text}>{text}</p>
    </section>
  );
}
