import './messages.ts';
import './welcome.css';
import type { Configuration } from '@vigil/contract/configurator.contract';
import { type CSSProperties, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Mark } from '#ui/mark.tsx';

/** The customer's landing page, for anyone: its own text, picture and colours, and nothing of the portal around it. */
export function WelcomeScreen({ welcome }: { readonly welcome: Configuration['welcome'] }) {
  const { t } = useTranslation('welcome');
  const title = welcome?.title ?? t('title');
  useEffect(() => {
    document.title = title;
  }, [title]);
  const colors = welcome?.colors;
  const style = colors && { '--welcome-background': colors.background, '--welcome-text': colors.text, '--welcome-accent': colors.accent };
  return (
    <main className={welcome?.picture ? 'welcome' : 'welcome welcome-alone'} style={(style ?? {}) as CSSProperties}>
      <div className="welcome-words">
        {!welcome && <Mark size={48} />}
        <h1 className="welcome-title">{title}</h1>
        <p className="welcome-text">{welcome ? welcome.text : t('text')}</p>
        {/* A page of its own: whoever is signed in comes to the start page. */}
        <a className="welcome-link" href="/">
          {t('signIn')}
        </a>
      </div>
      {welcome?.picture && <img className="welcome-picture" src={welcome.picture} alt="" />}
    </main>
  );
}
