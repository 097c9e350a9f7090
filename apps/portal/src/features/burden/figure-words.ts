import { useTranslation } from 'react-i18next';

const minute = 60;
const hour = 3_600;
const day = 86_400;

/** Figures as people read them; what is not known is a dash. */
export function useFigureWords() {
  const { t } = useTranslation('burden');
  /** Few is not none: what is below one keeps two figures that count, 0.042 reads 0.042 and not 0. */
  const number = (value: number | null) =>
    value === null
      ? t('unknown')
      : value.toLocaleString(undefined, value < 1 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: value < 10 ? 1 : 0 });
  return {
    number,
    share: (value: number | null) => (value === null ? t('unknown') : value.toLocaleString(undefined, { style: 'percent' })),
    duration(seconds: number | null): string {
      if (seconds === null) return t('unknown');
      if (seconds < minute) return t('seconds', { value: Math.round(seconds) });
      if (seconds < hour) return t('minutes', { value: Math.round(seconds / minute) });
      return seconds < 2 * day ? t('hoursLong', { value: number(seconds / hour) }) : t('daysLong', { value: number(seconds / day) });
    },
  };
}
