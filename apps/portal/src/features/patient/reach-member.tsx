import './messages.ts';
import '#ui/messages.ts';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { telephoneLink } from '@vigil/domain/emergency/emergency-numbers';
import { useTranslation } from 'react-i18next';
import { accountQuery } from '#lib/member.ts';
import { inGroups } from '#lib/phone-number.ts';
import { fullName } from '#ui/person.tsx';
import styles from './reach-member.module.css';

/** How to reach a member by phone: the member's own number, then whom to call if they don't answer. */
export function ReachMember({ memberId }: { readonly memberId: string }) {
  const { t } = useTranslation('patient');
  const { t: ui } = useTranslation('ui');
  const { data: account, isError, refetch } = useQuery(accountQuery(memberId));
  if (!account)
    return isError ? (
      <div role="alert" className={styles.failed}>
        {t('reach.failed')} <Button onClick={() => void refetch()}>{ui('retry')}</Button>
      </div>
    ) : (
      <Skeleton variant="rounded" height={80} aria-busy="true" aria-label={t('reach.loading')} />
    );
  const { phoneNumber, emergencyContacts } = account.contactInfo;
  return (
    <dl className={styles.reach}>
      <dt>{t('reach.phone')}</dt>
      <dd>
        {phoneNumber ? <PhoneLink name={fullName(account.personalInfo)} number={phoneNumber} /> : <Missing text={t('reach.noPhone')} />}
      </dd>
      <dt>{t('reach.contacts')}</dt>
      <dd>
        {emergencyContacts.length === 0 && <Missing text={t('reach.noContacts')} />}
        <ol className={styles.contacts}>
          {emergencyContacts.map((contact, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two contacts may have the same name and number, and their order says whom to call first.
            <li key={place}>
              <span className={styles.name}>{contact.name}</span>
              {contact.relationship && <span className={styles.relationship}>{contact.relationship}</span>}
              <PhoneLink name={contact.name} number={contact.phoneNumber} />
            </li>
          ))}
        </ol>
      </dd>
    </dl>
  );
}

function PhoneLink({ name, number }: { readonly name: string; readonly number: string }) {
  const { t } = useTranslation('patient');
  const shown = inGroups(number);
  return (
    <a className={styles.number} href={telephoneLink(number)} aria-label={t('reach.call', { name, number: shown })}>
      {shown}
    </a>
  );
}

const Missing = ({ text }: { readonly text: string }) => <p className={styles.missing}>{text}</p>;
