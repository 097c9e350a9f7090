import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#lib/page-title.ts';
import { Entrance } from './entrance.tsx';

interface SelectTenantProps {
  readonly options: readonly { readonly id: string; readonly label: string }[];
  /** Opens the tenant. Rejects when its configuration cannot be read. */
  readonly onSelect: (id: string) => Promise<void>;
  readonly onSignOut: () => void;
  readonly banner?: string | undefined;
}

export function SelectTenantScreen({ options, onSelect, onSignOut, banner }: SelectTenantProps) {
  const { t } = useTranslation('signIn');
  usePageTitle(t('selectTenantTitle'));
  const [chosen, setChosen] = useState('');
  const [opening, setOpening] = useState(false);
  const [failed, setFailed] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setOpening(true);
    setFailed(false);
    try {
      await onSelect(chosen);
    } catch (reason) {
      console.error('The tenant could not be opened', reason);
      setFailed(true);
      setOpening(false);
    }
  }

  return (
    <Entrance title={t('selectTenantTitle')} banner={banner}>
      <form onSubmit={submit}>
        {failed && (
          <div className="entrance-alert" role="alert">
            {t('tenantFailed')}
          </div>
        )}
        <label className="entrance-label" htmlFor="tenant">
          {t('selectTenantLabel')}
        </label>
        <select id="tenant" className="entrance-select" value={chosen} onChange={(event) => setChosen(event.target.value)}>
          <option value="" disabled hidden />
          {options.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
        <button type="submit" className="entrance-button" disabled={!chosen || opening}>
          {t('selectTenantButton')}
        </button>
      </form>
      <button type="button" className="entrance-link" onClick={onSignOut}>
        {t('signOut')}
      </button>
    </Entrance>
  );
}
