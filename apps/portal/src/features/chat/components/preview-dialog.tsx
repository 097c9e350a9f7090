import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@vigil/contract/client';
import { useTranslation } from 'react-i18next';
import { readFile, useFile } from '#lib/file.ts';
import { useSession } from '#lib/session/session.ts';
import { sizeLabel } from '#lib/size-label.ts';
import { Icon } from '#ui/icons.tsx';
import { Loader } from '#ui/loader.tsx';
import { type FilePlace, missingOf } from '../open-file.ts';
import { plainText } from '../preview/plain-text.ts';
import type { PreviewKind } from '../preview/preview-of.ts';
import { readOfficeText } from '../preview/read-office-text.ts';
import type { ShownText } from '../preview/shown-text.ts';
import { SaveButton } from './save-button.tsx';
import styles from './viewer.module.css';

interface PreviewDialogProps {
  readonly place: FilePlace;
  readonly kind: PreviewKind;
  readonly onClose: () => void;
}

/** A look into a document, as large as the window; Escape leads back to where one was. */
export function PreviewDialog({ place, kind, onClose }: PreviewDialogProps) {
  const { t, i18n } = useTranslation('chat');
  const { name, size } = place.file;
  return (
    <Dialog open fullScreen onClose={onClose} slotProps={{ paper: { className: styles.viewer ?? '', 'aria-label': name } }}>
      <header className={styles.head}>
        <h2 className={styles.title}>{name}</h2>
        <span className={styles.size}>{sizeLabel(size, i18n.language)}</span>
        <SaveButton place={place} />
        <IconButton aria-label={t('file.close')} title={t('file.close')} autoFocus onClick={onClose}>
          <Icon name="close" size={18} />
        </IconButton>
      </header>
      <div className={styles.stage}>
        <Shown place={place} kind={kind} />
      </div>
    </Dialog>
  );
}

type ShownProps = Pick<PreviewDialogProps, 'place' | 'kind'>;

function Shown({ place, kind }: ShownProps) {
  return kind === 'pdf' ? <Pages place={place} /> : <Words place={place} kind={kind} />;
}

/** A PDF in the browser's own viewer, which keeps what is in it apart from the page. */
function Pages({ place: { file } }: Pick<ShownProps, 'place'>) {
  const { t } = useTranslation('chat');
  const { url, failed, failure } = useFile(navigator.pdfViewerEnabled ? file.url : null, file.size);
  if (!navigator.pdfViewerEnabled) return <p>{t('file.noPdf')}</p>;
  if (failed) return <p role="alert">{t(`file.${missingOf(failure)}`)}</p>;
  if (url === null) return <Loader inline label={t('file.loading')} />;
  return <iframe className={styles.pages} src={url} title={file.name} />;
}

async function readWords(kind: 'text' | 'office', { type, url, size }: FilePlace['file'], signal: AbortSignal): Promise<ShownText> {
  const bytes = new Uint8Array(await (await readFile(url, size, signal)).arrayBuffer());
  if (kind === 'office') return readOfficeText({ type, bytes }, signal);
  const { text, isCut } = plainText(bytes);
  return { parts: [{ slide: null, paragraphs: [text] }], isCut };
}

/** What a document says. */
function Words({ place: { file }, kind }: { readonly place: FilePlace; readonly kind: 'text' | 'office' }) {
  const { t } = useTranslation('chat');
  const { userId } = useSession();
  const { data, error } = useQuery({
    queryKey: ['words of a file', userId, file.url],
    queryFn: ({ signal }) => readWords(kind, file, signal),
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false },
  });
  if (error) return <p role="alert">{error instanceof ApiError ? t(`file.${missingOf(error)}`) : t('file.notRead')}</p>;
  if (!data) return <Loader inline label={t('file.loading')} />;
  const isEmpty = data.parts.every(({ paragraphs }) => paragraphs.every((text) => text.trim() === ''));
  return (
    // What scrolls has to be reached by the keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls.
    <article className={styles.words} tabIndex={0} aria-label={file.name}>
      {kind === 'office' && <p className={styles.note}>{t('file.wordsOnly')}</p>}
      {data.isCut && <p className={styles.note}>{t('file.cut')}</p>}
      {isEmpty && <p>{t('file.noWords')}</p>}
      {data.parts.map(({ slide, paragraphs }) => (
        <section key={slide ?? 0}>
          {slide !== null && <h3>{t('file.slide', { at: slide })}</h3>}
          {paragraphs.map((text, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: it is the place in the document.
            <p key={at} className={kind === 'text' ? styles.plain : undefined}>
              {text}
            </p>
          ))}
        </section>
      ))}
    </article>
  );
}
