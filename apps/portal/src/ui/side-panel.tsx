import './messages.ts';
import IconButton from '@mui/material/IconButton';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useWindowWidth } from '#lib/window-width.ts';
import { besideFromPx } from './beside.ts';
import { Cover } from './cover.tsx';
import { Icon } from './icons.tsx';
import styles from './side-panel.module.css';
import { useBackCloses } from './use-back-closes.ts';
import { useFillsWindow } from './use-fills-window.ts';

interface SidePanelProps<Id extends string> {
  /** What the panel as a whole is called. */
  readonly label: string;
  readonly tabs: readonly { readonly id: Id; readonly label: string }[];
  readonly open: Id;
  readonly onOpen: (id: Id) => void;
  readonly onClose: () => void;
  /** It was opened just now, rather than found open with the page: the focus goes into it, and back when it closes. */
  readonly takesFocus: boolean;
  /** What the open tab holds. */
  readonly children: ReactNode;
}

/** A panel at the right of a page, with tabs. The page stays usable beside it where there is room for both. */
export function SidePanel<Id extends string>({ label, tabs, open, onOpen, onClose, takesFocus, children }: SidePanelProps<Id>) {
  const { t } = useTranslation('ui');
  const id = useId();
  const beside = useWindowWidth() >= besideFromPx;
  const panel = useRef<HTMLDivElement>(null);
  const close = useBackCloses(!beside, onClose);
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening happens once.
  useEffect(() => {
    if (!takesFocus || !beside) return;
    const opener = document.activeElement;
    // The panel is in view already, and the page beside it stays where it was.
    panel.current?.focus({ preventScroll: true });
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  const content = (
    <>
      <div className={styles.head}>
        <Tabs variant="scrollable" value={open} onChange={(_event, chosen: Id) => onOpen(chosen)} aria-label={label}>
          {tabs.map((tab) => (
            <Tab key={tab.id} value={tab.id} label={tab.label} id={`${id}-${tab.id}`} aria-controls={`${id}-content`} />
          ))}
        </Tabs>
        <IconButton aria-label={t('close')} onClick={close}>
          <Icon name="close" />
        </IconButton>
      </div>
      <div role="tabpanel" id={`${id}-content`} aria-labelledby={`${id}-${open}`} className={styles.content} ref={panel} tabIndex={-1}>
        {children}
      </div>
    </>
  );
  if (!beside)
    return (
      <Cover label={label} close={close} onLeft={onClose}>
        {content}
      </Cover>
    );
  return (
    <Beside
      className={styles.beside}
      aria-label={label}
      data-keep-beside=""
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      {content}
    </Beside>
  );
}

function Beside(props: ComponentProps<'aside'>) {
  const place = useRef<HTMLElement>(null);
  useFillsWindow(place);
  return <aside {...props} ref={place} />;
}
