import type { Configuration } from '@vigil/contract/configurator.contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditorProps } from './editor.ts';
import styles from './editors.module.css';

type Welcome = NonNullable<Configuration['welcome']>;

const blank: Welcome = { title: '', text: '', picture: null, colors: null };
const usualColors: NonNullable<Welcome['colors']> = { background: '#ffffff', text: '#17212b', accent: '#0a6b7b' };
const colorNames = ['background', 'text', 'accent'] as const;

/** The landing page: the product's own, or one with title, text, picture and colours of the tenant's. */
export function WelcomeEditor({ id, value, onChange, disabled, describedBy, faultOf }: EditorProps) {
  const { t } = useTranslation('settings');
  const page = value as Welcome | null;
  const change = (part: Partial<Welcome>) => onChange({ ...blank, ...page, ...part });
  return (
    <div className={styles.stack}>
      <label className={styles.switch}>
        <input
          id={id}
          type="checkbox"
          role="switch"
          checked={page !== null}
          aria-checked={page !== null}
          disabled={disabled}
          aria-describedby={describedBy}
          onChange={(event) => onChange(event.target.checked ? blank : null)}
        />
        <span aria-hidden="true">{t(page ? 'customWelcome' : 'productWelcome')}</span>
      </label>
      {page && (
        <>
          <Part id={`${id}-title`} label={t('welcomeTitle')} fault={faultOf('title')}>
            {(aria) => (
              <input
                {...aria}
                className={styles.input}
                value={page.title}
                disabled={disabled}
                onChange={(e) => change({ title: e.target.value })}
              />
            )}
          </Part>
          <Part id={`${id}-text`} label={t('welcomeText')} fault={faultOf('text')}>
            {(aria) => (
              <textarea
                {...aria}
                className={styles.text}
                rows={4}
                value={page.text}
                disabled={disabled}
                onChange={(e) => change({ text: e.target.value })}
              />
            )}
          </Part>
          <Part id={`${id}-picture`} label={t('welcomePicture')} fault={faultOf('picture')}>
            {(aria) => (
              <input
                {...aria}
                className={styles.input}
                value={page.picture ?? ''}
                disabled={disabled}
                onChange={(e) => change({ picture: e.target.value.trim() === '' ? null : e.target.value })}
              />
            )}
          </Part>
          <Colors page={page} disabled={disabled} onChange={(colors) => change({ colors })} />
        </>
      )}
    </div>
  );
}

interface ColorsProps {
  readonly page: Welcome;
  readonly disabled: boolean;
  readonly onChange: (colors: Welcome['colors']) => void;
}

function Colors({ page: { colors }, disabled, onChange }: ColorsProps) {
  const { t } = useTranslation('settings');
  return (
    <>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={colors !== null}
          disabled={disabled}
          onChange={(e) => onChange(e.target.checked ? usualColors : null)}
        />
        {t('ownColors')}
      </label>
      {colors && (
        <span className={styles.colors}>
          {colorNames.map((name) => (
            <label key={name} className={styles.color}>
              <input
                type="color"
                value={colors[name]}
                disabled={disabled}
                onChange={(e) => onChange({ ...colors, [name]: e.target.value })}
              />
              {t(`color.${name}`)}
            </label>
          ))}
        </span>
      )}
    </>
  );
}

interface PartAria {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

interface PartProps {
  readonly id: string;
  readonly label: string;
  readonly fault: string | undefined;
  readonly children: (aria: PartAria) => ReactNode;
}

function Part({ id, label, fault, children }: PartProps) {
  const faultId = `${id}-fault`;
  return (
    <div className={styles.part}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': fault !== undefined, 'aria-describedby': fault === undefined ? undefined : faultId })}
      {fault !== undefined && (
        <span id={faultId} className={styles.fault}>
          {fault}
        </span>
      )}
    </div>
  );
}
