import { useTranslation } from 'react-i18next';
import type { Chosen, TeamDraft } from '../team-draft.ts';
import styles from '../teams.module.css';

const names = (people: readonly Chosen[]) => people.map(({ firstName, lastName }) => `${firstName} ${lastName}`).join(', ');

/** What the new team will be. */
export function Review({ draft: { name, clinicians, patients } }: { readonly draft: TeamDraft }) {
  const { t } = useTranslation('adminTeams');
  return (
    <dl className={styles.review}>
      <dt>{t('name')}</dt>
      <dd>{name.trim()}</dd>
      <dt>{t('clinicians')}</dt>
      <dd>{names(clinicians) || t('noClinicians')}</dd>
      <dt>{t('members')}</dt>
      <dd>{names(patients) || t('nobodyYet')}</dd>
    </dl>
  );
}
