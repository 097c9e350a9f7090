import '../messages.ts';
import { useTranslation } from 'react-i18next';
import { Card } from '#ui/card.tsx';
import { Prescribed } from './prescribed.tsx';

/** What the member takes as other systems tell it, where what was logged is not at hand. */
export function PrescribedCard({ memberId }: { readonly memberId: string }) {
  const { t } = useTranslation('patientSummary');
  return (
    <Card title={t('medications.title')}>
      <Prescribed memberId={memberId} />
    </Card>
  );
}
