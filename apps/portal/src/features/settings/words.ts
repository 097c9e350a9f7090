import { catalogue, type MetricId } from '@vigil/domain/metrics/catalogue';
import { rangedMetrics } from '@vigil/domain/metrics/normal-ranges';
import type { TFunction } from 'i18next';

export type Translate = TFunction<'settings'>;

/** The metric of a normal range; null for every other setting. */
export function metricOf(path: string): MetricId | null {
  return rangedMetrics.find((metric) => path === `normalRanges.${metric}`) ?? null;
}

/** What people call a setting; a flag that this version does not know by its own name. */
export function labelOf(t: Translate, path: string): string {
  const metric = metricOf(path);
  if (metric) return catalogue[metric].label;
  return t(`setting.${path}.label` as 'setting.welcome.label', { defaultValue: path.replace(/^featureFlags\./, '') });
}

export function helpOf(t: Translate, path: string): string {
  if (metricOf(path)) return '';
  return t(`setting.${path}.help` as 'setting.welcome.help', { defaultValue: t('otherFlagHelp') });
}

/** A value in a few words, for where it comes from and for the history. */
export function wordsOf(t: Translate, path: string, value: unknown): string {
  const metric = metricOf(path);
  if (metric) {
    const { low, high } = value as { low: number | null; high: number | null };
    const { unit } = catalogue[metric];
    if (low !== null && high !== null) return `${low}–${high} ${unit}`;
    if (low !== null) return `≥ ${low} ${unit}`;
    return high === null ? t('none') : `≤ ${high} ${unit}`;
  }
  if (path === 'app.idleTimerTimeout') return `${Number(value) / 60_000} min`;
  if (path === 'access.patients') return t(`choice.${value === 'tenant' ? 'tenant' : 'assigned'}`);
  if (path === 'tenant.language') return t(`choice.${value === 'es' ? 'es' : 'en'}`);
  if (path === 'tenant.country' && value !== '') return countryName(String(value));
  if (path === 'welcome') return value === null ? t('productWelcome') : `“${(value as { title: string }).title}”`;
  if (typeof value === 'boolean') return t(value ? 'on' : 'off');
  if (Array.isArray(value)) return value.length === 0 ? t('none') : value.map(nameIn).join(', ');
  return value === '' || value === null ? t('none') : String(value);
}

/** A code as people know the country; what is no code stays as it is. */
function countryName(code: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}

const nameIn = (entry: unknown) =>
  typeof entry === 'object' && entry !== null && 'displayName' in entry ? String(entry.displayName) : String(entry);
