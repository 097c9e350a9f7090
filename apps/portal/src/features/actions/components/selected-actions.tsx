import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { Link } from '@tanstack/react-router';
import { mostActionsAtOnce } from '@vigil/contract/factuary-actions.values';
import { useTranslation } from 'react-i18next';
import { coversBottom } from '#ui/covers.ts';
import { Icon } from '#ui/icons.tsx';
import { reasonOf } from '../failure-reason.ts';
import styles from '../open-actions.module.css';
import { acrossMembers, type SelectedActionsState } from '../use-selected-actions.ts';
import { InterveneForm } from './forms.tsx';

/** In which a follow-up's day begins, where members of several zones are meant. */
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

const versionsOf = (known: SelectedActionsState['known']) => Object.fromEntries([...known].map(([id, { version }]) => [id, version]));

/** What is selected, and the one intervention for all of it. What was not stored stays, each with its reason. */
export function SelectedActions({ selection }: { readonly selection: SelectedActionsState }) {
  const { t } = useTranslation('actions');
  const { draft, ids, known } = selection;
  const joined = draft?.joined ?? {};
  const members = new Map([...ids].flatMap((id) => known.get(id) ?? []).map(({ memberId, member }) => [memberId, member]));
  const refused = Object.entries(draft?.refused ?? {}).filter(([id]) => ids.has(id));
  return (
    <aside ref={coversBottom} className={styles.selected} aria-label={t('across.selection')}>
      <header className={styles.selectedHead}>
        <h2 aria-live="polite">{t('selected', { count: ids.size })}</h2>
        <Button color="secondary" disabled={selection.locked} onClick={selection.clear}>
          {t('across.clear')}
        </Button>
        {!draft && (
          <Button variant="contained" onClick={() => selection.begin()}>
            {t('intervene')}
          </Button>
        )}
      </header>
      {/* One text goes to all of them: nobody writes about somebody whom they have forgotten. */}
      {draft && members.size > 0 && <p className={styles.hint}>{t('across.members', { names: [...members.values()].join(', ') })}</p>}
      {selection.full && <p className={styles.hint}>{t('across.full', { count: mostActionsAtOnce })}</p>}
      {refused.length > 0 && (
        <ul className={styles.refused} aria-label={t('across.refused')}>
          {refused.map(([id, code]) => {
            const one = known.get(id);
            const name = one ? `${one.member}: ${one.title}` : t('across.gone');
            return (
              <li key={id} className={styles.refusal}>
                <span>
                  {one ? (
                    <Link to="/patient/$memberId/summary" params={{ memberId: one.memberId }} className={styles.member}>
                      {name}
                    </Link>
                  ) : (
                    <strong>{name}</strong>
                  )}{' '}
                  {joined[id] ? t('across.reason.joined', { titles: joined[id].join(', ') }) : t(`across.reason.${reasonOf(code)}`)}
                </span>
                <IconButton
                  aria-label={t('across.remove', { name })}
                  disabled={selection.locked}
                  onClick={() => selection.choose([id], false)}
                >
                  <Icon name="close" />
                </IconButton>
              </li>
            );
          })}
        </ul>
      )}
      {draft && <InterveneForm draft={draft} memberId={acrossMembers} zone={ownZone()} versions={versionsOf(known)} />}
    </aside>
  );
}
