import '#ui/messages.ts';
import './messages.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Realm } from '@vigil/contract/user-admin.values';
import type { AccountImport } from '@vigil/contract/user-admin-imports.contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#lib/page-title.ts';
import { PageHead } from '#ui/page-head.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import { importsQuery } from './api/imports.ts';
import { channelsQuery } from './api/onboarding.ts';
import styles from './import/import.module.css';
import { ImportFile, reasonOf } from './import/import-file.tsx';
import { ImportResult } from './import/import-result.tsx';

export const MemberImportScreen = () => <ImportScreen realm="patient" />;
export const StaffImportScreen = () => <ImportScreen realm="care" />;

/** Accounts from a file: chosen, checked, made. The import that is open stands in the address, so that a reload finds it. */
function ImportScreen({ realm }: { readonly realm: Realm }) {
  const { t } = useTranslation('adminInvitations');
  usePageTitle(t(`import.title.${realm}`));
  const { import: open } = useSearch({ strict: false }) as { readonly import?: string };
  const navigate = useNavigate();
  /** By what was pressed here, rather than with the page: the keyboard is led along. */
  const [moved, setMoved] = useState(false);
  const show = (id: string | undefined) => {
    setMoved(true);
    void navigate({ to: '.', search: (id === undefined ? {} : { import: id }) as never });
  };
  const imports = useQuery(importsQuery(realm));
  const { data: ways } = useQuery(channelsQuery());
  const isWithoutMail = realm === 'care' && ways !== undefined && !ways.sends.includes('EMAIL');
  if (imports.isError && imports.error.status === 403)
    return <StatePanel icon="person" failure title={t('forbiddenTitle')} text={t('forbiddenText')} />;
  return (
    <div className={styles.screen}>
      <PageHead title={t(`import.title.${realm}`)} lead={`${t(`import.lead.${realm}`)}${isWithoutMail ? ` ${t('import.noMail')}` : ''}`} />
      {open ? (
        <ImportResult key={open} importId={open} takesFocus={moved} onClose={() => show(undefined)} />
      ) : (
        <ImportFile
          realm={realm}
          takesFocus={moved}
          mostRows={imports.data?.mostRows}
          byPhone={realm === 'patient' && ways?.invitesByPhone === true}
          onChecked={({ id }) => show(id)}
        />
      )}
      {!open && imports.isError && (
        <p role="alert" className={styles.refused}>
          {reasonOf(imports.error, t('unreachable'))}
        </p>
      )}
      {!open && imports.data && imports.data.content.length > 0 && <Recent imports={imports.data.content} onOpen={show} />}
    </div>
  );
}

function Recent({ imports, onOpen }: { readonly imports: readonly AccountImport[]; readonly onOpen: (id: string) => void }) {
  const { t, i18n } = useTranslation('adminInvitations');
  const day = new Intl.DateTimeFormat(i18n.language === 'en' ? undefined : i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <section aria-labelledby="recent-imports">
      <h2 id="recent-imports" className={styles.heading}>
        {t('import.recent')}
      </h2>
      <ul className={styles.recent}>
        {imports.map(({ id, fileName, createdAt, state, progress, counts }) => (
          <li key={id}>
            <button type="button" onClick={() => onOpen(id)}>
              <strong>{fileName}</strong>
              <span>{day.format(createdAt)}</span>
              <span>{state === 'RUNNING' ? `${progress} %` : t(`import.state.${state}`)}</span>
              <span>
                {t('import.summary', { created: counts.CREATED, ready: counts.READY, duplicates: counts.DUPLICATE, errors: counts.ERROR })}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
