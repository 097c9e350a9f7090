import '#ui/messages.ts';
import IconButton from '@mui/material/IconButton';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '#lib/configuration.ts';
import { accountQuery } from '#lib/member.ts';
import { Cover } from '#ui/cover.tsx';
import { Icon } from '#ui/icons.tsx';
import { useBackCloses } from '#ui/use-back-closes.ts';
import { useOpenOwnTab } from '../communications/open-own-tab.ts';
import { useTabs } from '../communications/tabs.ts';
import { AccountDialog } from '../header/account-dialog.ts';
import { type AccountItem, useAccountItems } from '../header/account-items.ts';
import { navigationOf } from '../screens.ts';
import styles from './more.module.css';

/** What stands in the bar itself. */
const inBar = ['memberData', 'memberLogging', 'messaging'];

/** Everything of a member's portal that has no place in the bar. */
export function More({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('app');
  const { t: ui } = useTranslation('ui');
  const { gates, userId } = useRouteContext({ from: '__root__' });
  const { data: account } = useQuery(accountQuery(userId));
  const close = useBackCloses(true, onClose);
  const openOwnTab = useOpenOwnTab();
  const pages = navigationOf(gates, userId, useConfiguration().featureFlags).filter(({ id }) => !inBar.includes(id));
  const tabs = useTabs(true).filter(({ id }) => !inBar.includes(id));
  const { settings, leave } = useAccountItems();
  const [isAccountOpen, setAccountOpen] = useState(false);
  const ownAccount: AccountItem = { id: 'account', icon: 'person', label: t('ownAccount'), onChoose: () => setAccountOpen(true) };
  return (
    <Cover label={t('bar.more')} close={close} onLeft={onClose}>
      <div className={styles.head}>
        <h2>{t('bar.more')}</h2>
        <IconButton aria-label={ui('close')} onClick={close}>
          <Icon name="close" />
        </IconButton>
      </div>
      <div className={styles.body}>
        <nav aria-label={t('bar.pages')}>
          <List>
            {pages.map(({ id, to, label, icon }) => (
              <li key={id}>
                <Link to={to} className={styles.item} activeProps={{ 'aria-current': 'page' }}>
                  <Icon name={icon} size={18} /> {t(label)}
                </Link>
              </li>
            ))}
          </List>
        </nav>
        <List label={t('communications.label')}>
          {tabs.map(({ id, icon }) => (
            <Choice
              key={id}
              item={{
                ...{ id, icon, label: t(`communications.${id}`) },
                onChoose: () => {
                  onClose();
                  openOwnTab(id);
                },
              }}
            />
          ))}
        </List>
        <List
          label={
            account ? t('bar.signedInAs', { name: `${account.personalInfo.firstName} ${account.personalInfo.lastName}` }) : t('account')
          }
        >
          {[ownAccount, ...settings, leave].map((item) => (
            <Choice key={item.id} item={item} />
          ))}
        </List>
      </div>
      {isAccountOpen && (
        <Suspense fallback={null}>
          <AccountDialog onClose={() => setAccountOpen(false)} />
        </Suspense>
      )}
    </Cover>
  );
}

/** With a label, it is shown. */
function List({ label, children }: { readonly label?: string; readonly children: ReactNode }) {
  return (
    <>
      {label !== undefined && <h3 className={styles.label}>{label}</h3>}
      <ul className={styles.items}>{children}</ul>
    </>
  );
}

function Choice({ item: { icon, label, setting, onChoose } }: { readonly item: AccountItem }) {
  return (
    <li>
      <button type="button" className={styles.item} onClick={onChoose}>
        <Icon name={icon} size={18} /> {label} {setting !== undefined && <span className={styles.setting}>{setting}</span>}
      </button>
    </li>
  );
}
