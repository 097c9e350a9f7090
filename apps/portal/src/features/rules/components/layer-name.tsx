import type { Layer } from '@vigil/domain/alerts/layers';
import { useTranslation } from 'react-i18next';
import styles from '../rules.module.css';

interface LayerNameProps {
  readonly layer: Layer;
  readonly titleOf: (cohortId: string) => string;
}

/** Whose word a field is: the clinic's, a cohort's, the member's own. What is not the clinic's stands out. */
export function LayerName({ layer, titleOf }: LayerNameProps) {
  const { t } = useTranslation('rules');
  return (
    <span className={styles.layerName} data-layer={layer.kind}>
      {layer.kind === 'cohort' ? titleOf(layer.cohortId) : t(`layerOf.${layer.kind}`)}
    </span>
  );
}
