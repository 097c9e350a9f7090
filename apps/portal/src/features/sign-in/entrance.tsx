import './messages.ts';
import './entrance.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Mark } from '#ui/mark.tsx';

interface EntranceProps {
  readonly title: string;
  readonly banner?: string | undefined;
  readonly children: ReactNode;
  /** `form` centres one small card; `notice` gives a longer text more room. */
  readonly kind?: 'form' | 'notice';
}

/** The page that everything before the main app stands on. Plain CSS: no component library is loaded until somebody is signed in. */
export function Entrance({ title, banner, children, kind = 'form' }: EntranceProps) {
  const { t } = useTranslation('signIn');
  return (
    <div className="entrance">
      {banner && <aside className="entrance-banner">{banner}</aside>}
      <main className={`entrance-card entrance-${kind}`}>
        <div className="entrance-brand">
          <Mark size={36} />
          <div>
            <div className="entrance-product">{t('product')}</div>
            <div className="entrance-tagline">{t('tagline')}</div>
          </div>
        </div>
        <h1 className="entrance-title">{title}</h1>
        {children}
      </main>
    </div>
  );
}
