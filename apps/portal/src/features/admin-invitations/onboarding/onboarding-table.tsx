import type { ResponseOf } from '@vigil/contract';
import type { listChannels, OnboardingRow } from '@vigil/contract/user-admin.contract';
import type { OnboardingStage } from '@vigil/contract/user-admin.values';
import { roleLabel, shownRoles } from '@vigil/domain/roles';
import { useTranslation } from 'react-i18next';
import { useNow } from '#lib/now.ts';
import styles from './onboarding.module.css';

type Ways = ResponseOf<typeof listChannels>;

interface OnboardingTableProps {
  readonly rows: readonly OnboardingRow[];
  readonly ways: Ways | undefined;
  readonly late: boolean;
  readonly isStaff: boolean;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

/** Before anybody has signed in. */
export const notStartedStages: readonly OnboardingStage[] = ['NOT_SENT', 'WAITING', 'SENT', 'OPENED'];

/** To whom a link can be sent: whoever has not made the account, and has an address of a kind that leads anywhere here. */
export const isReachable = ({ stage, email, phoneNumber }: OnboardingRow, ways: Ways | undefined): boolean =>
  (email !== null || (phoneNumber !== null && ways?.invitesByPhone === true)) && ['NOT_SENT', 'SENT', 'OPENED'].includes(stage);

export function OnboardingTable({ rows, ways, late, isStaff, chosen, onChoose }: OnboardingTableProps) {
  const { t } = useTranslation('adminInvitations');
  const reachable = rows.filter((row) => isReachable(row, ways)).map(({ userId }) => userId);
  const all = reachable.length > 0 && reachable.every((id) => chosen.has(id));
  const toggle = (id: string) => onChoose(chosen.has(id) ? new Set([...chosen].filter((one) => one !== id)) : new Set([...chosen, id]));
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-busy={late}>
        <caption className="v-unseen">{t('onboarding.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">
              <input
                type="checkbox"
                aria-label={t('onboarding.chooseAll')}
                checked={all}
                disabled={reachable.length === 0}
                onChange={() => onChoose(all ? new Set() : new Set(reachable))}
              />
            </th>
            <th scope="col">{t('onboarding.name')}</th>
            {isStaff && <th scope="col">{t('field.roles')}</th>}
            <th scope="col">{t('onboarding.step')}</th>
            <th scope="col">{t('onboarding.since')}</th>
            <th scope="col">{t('onboarding.contact')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.userId}>
              <td>
                <input
                  type="checkbox"
                  aria-label={t('onboarding.choose', { name: nameOf(row) })}
                  checked={chosen.has(row.userId)}
                  disabled={!isReachable(row, ways)}
                  onChange={() => toggle(row.userId)}
                />
              </td>
              <th scope="row">{nameOf(row)}</th>
              {isStaff && <td>{shownRoles(row.roles).map(roleLabel).join(', ')}</td>}
              <td>
                <Step row={row} />
              </td>
              <td>
                <Since row={row} />
              </td>
              <td className={styles.contact}>
                {row.email ?? '–'}
                {row.phoneNumber && <small>{row.phoneNumber}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const dayMs = 86_400_000;

export const nameOf = ({ firstName, lastName }: OnboardingRow): string => `${firstName} ${lastName}`;

function Step({ row }: { readonly row: OnboardingRow }) {
  const { t } = useTranslation('adminInvitations');
  if (row.isExpired) return <span className={styles.expired}>{t('onboarding.expired')}</span>;
  return (
    <>
      {t(`stage.${row.stage}`)}
      {row.sentCount > 1 && row.stage !== 'ACCOUNT' && <small> {t('onboarding.times', { count: row.sentCount })}</small>}
    </>
  );
}

/** When the last step was taken, and for how long nobody has started. */
function Since({ row }: { readonly row: OnboardingRow }) {
  const { t, i18n } = useTranslation('adminInvitations');
  const at = row.syncedAt ?? row.accountAt ?? row.openedAt ?? row.sentAt ?? row.invitedAt;
  const day = new Intl.DateTimeFormat(i18n.language === 'en' ? undefined : i18n.language, { dateStyle: 'medium' });
  const days = Math.floor((useNow() - (row.sentAt ?? row.invitedAt)) / dayMs);
  return (
    <>
      <time dateTime={new Date(at).toISOString()}>{day.format(at)}</time>
      {notStartedStages.includes(row.stage) && (
        <small> {t(row.sentAt === null ? 'onboarding.addedFor' : 'onboarding.invitedFor', { count: Math.max(0, days) })}</small>
      )}
    </>
  );
}
