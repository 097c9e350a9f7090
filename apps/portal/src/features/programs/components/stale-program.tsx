import type { AuthoredProgram } from '@vigil/contract/factuary-programs.shapes';
import { useTranslation } from 'react-i18next';
import { BothVersions } from '#ui/both-versions.tsx';
import type { ProgramDraft } from '../program-draft.ts';
import { ProgramPreview } from './program-preview.tsx';

interface StaleProgramProps {
  readonly stored: AuthoredProgram;
  readonly theirs: ProgramDraft;
  readonly onTakeTheirs: () => void;
  readonly onKeepMine: () => void;
}

/** What the other one saved of a program, above what is written here. */
export function StaleProgram({ stored: { saved_by, saved_at }, theirs, ...choices }: StaleProgramProps) {
  const { t } = useTranslation('programs');
  return (
    <BothVersions {...choices} title={t('staleTitle')} by={`${saved_by.firstName} ${saved_by.lastName}`} at={saved_at}>
      <details>
        <summary>{theirs.name}</summary>
        <ProgramPreview program={theirs} />
      </details>
    </BothVersions>
  );
}
