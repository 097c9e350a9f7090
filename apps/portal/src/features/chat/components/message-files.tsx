import type { ChatMessage } from '@vigil/contract/chat.contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sizeLabel } from '#lib/size-label.ts';
import { Icon } from '#ui/icons.tsx';
import type { FilePlace } from '../open-file.ts';
import { DocumentFile } from './document-file.tsx';
import styles from './files.module.css';
import { AudioFile, VideoFile } from './medium-file.tsx';
import { Picture } from './picture.tsx';
import { PictureViewer } from './picture-viewer.tsx';

/** The files of a message, each as what it is, or with why it cannot be opened. */
export function MessageFiles({
  message: { conversationId, messageId, files },
  isOwn,
}: {
  readonly message: ChatMessage;
  readonly isOwn: boolean;
}) {
  const [opened, setOpened] = useState<string | null>(null);
  const placed = files.map((file) => ({ conversationId, messageId, file }));
  const pictures = placed.filter(({ file: { kind, state } }) => kind === 'image' && state === 'ready');
  return (
    <>
      <ul className={styles.files}>
        {placed.map((place) => (
          <li key={place.file.fileId}>
            {place.file.state === 'ready' ? (
              <Shown place={place} onOpen={() => setOpened(place.file.fileId)} />
            ) : (
              <NotOpen place={place} state={place.file.state} isOwn={isOwn} />
            )}
          </li>
        ))}
      </ul>
      {opened !== null && <PictureViewer pictures={pictures} opened={opened} onTurn={setOpened} onClose={() => setOpened(null)} />}
    </>
  );
}

function Shown({ place, onOpen }: { readonly place: FilePlace; readonly onOpen: () => void }) {
  if (place.file.kind === 'image') return <Picture place={place} onOpen={onOpen} />;
  if (place.file.kind === 'video') return <VideoFile place={place} />;
  if (place.file.kind === 'audio') return <AudioFile place={place} />;
  return <DocumentFile place={place} />;
}

interface NotOpenProps {
  readonly place: FilePlace;
  readonly state: 'checking' | 'waiting' | 'infected';
  readonly isOwn: boolean;
}

/** A file that is not, or never, opened: what it is, and why. */
function NotOpen({ place: { file }, state, isOwn }: NotOpenProps) {
  const { t, i18n } = useTranslation('chat');
  return (
    <div className={styles.card} data-infected={state === 'infected' || undefined}>
      <p className={styles.cardHead}>
        <Icon name={state === 'infected' ? 'alert' : 'clock'} />
        <span className={styles.name}>{file.name}</span>
        <span className={styles.size}>{sizeLabel(file.size, i18n.language)}</span>
      </p>
      <p className={styles.why}>{t(`file.${state === 'infected' && isOwn ? 'infectedOwn' : state}`)}</p>
    </div>
  );
}
