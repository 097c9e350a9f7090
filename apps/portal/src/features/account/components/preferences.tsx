import type { UserAccount } from '@vigil/contract/registry.contract';
import { glucoseUnits } from '@vigil/domain/units/unit-system';
import { useTranslation } from 'react-i18next';
import { colorMode } from '#lib/color-mode.ts';
import { languages } from '#lib/i18n.ts';
import { languageNames } from '#lib/language.ts';
import { useNotices } from '#lib/notices.ts';
import { useOwnSettings } from '#lib/own-settings.ts';
import { useStore } from '#lib/store.ts';
import { glucoseUnit, unitSystem } from '#lib/units.ts';
import styles from '../account.module.css';

/** How the portal looks and speaks to this person: on screen at once, set back where it cannot be kept. */
export function Preferences({ account }: { readonly account: UserAccount }) {
  const { t, i18n } = useTranslation('account');
  const notify = useNotices();
  const settings = useOwnSettings(() => notify({ message: t('preferencesFailed'), variant: 'error' }));
  const mode = useStore(colorMode);
  const units = useStore(unitSystem);
  const glucose = useStore(glucoseUnit);
  return (
    <section className={styles.card} aria-labelledby="account-preferences">
      <h2 id="account-preferences">{t('preferences')}</h2>
      <Choice
        name="theme"
        label={t('theme')}
        chosen={mode}
        options={[
          { id: 'light', label: t('light') },
          { id: 'dark', label: t('dark') },
        ]}
        onChoose={settings.chooseColorMode}
      />
      <Choice
        name="units"
        label={t('units')}
        chosen={units}
        options={[
          { id: 'metric', label: t('metric') },
          { id: 'imperial', label: t('imperial') },
        ]}
        onChoose={settings.chooseUnitSystem}
      />
      <Choice
        name="glucose"
        label={t('glucoseUnit')}
        chosen={glucose}
        options={glucoseUnits.map((id) => ({ id, label: id }))}
        onChoose={settings.chooseGlucoseUnit}
      />
      <Choice
        name="axes"
        label={t('axes')}
        chosen={account.portalSettings.chartAxes ?? 'FIT'}
        options={[
          { id: 'FIT', label: t('axesFit') },
          { id: 'STANDARD', label: t('axesStandard') },
        ]}
        onChoose={settings.chooseChartAxes}
      />
      <Choice
        name="language"
        label={t('language')}
        chosen={i18n.language === 'es' ? 'es' : 'en'}
        options={languages.map((id) => ({ id, label: languageNames[id] }))}
        onChoose={(language) => settings.chooseLanguage(language, i18n.language === 'es' ? 'es' : 'en')}
      />
    </section>
  );
}

interface ChoiceProps<T extends string> {
  readonly name: string;
  readonly label: string;
  readonly chosen: T;
  readonly options: readonly { readonly id: T; readonly label: string }[];
  readonly onChoose: (id: T) => void;
}

function Choice<T extends string>({ name, label, chosen, options, onChoose }: ChoiceProps<T>) {
  return (
    <fieldset className={styles.choices}>
      <legend>{label}</legend>
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option.id}>
            <input type="radio" name={`account-${name}`} checked={option.id === chosen} onChange={() => onChoose(option.id)} />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
