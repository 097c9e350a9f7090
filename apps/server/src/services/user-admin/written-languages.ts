import type { MailLanguage } from '@vigil/contract/configurator.values';
import type { People } from '#people/index.ts';

export interface WrittenLanguagesDeps {
  readonly people: Pick<People, 'newcomers'>;
  /** The language of people who have chosen none. */
  readonly mailLanguageOf: (tenantId: string) => Promise<MailLanguage>;
}

/** In which language each of some people is written to: the one they chose or were invited in, else the tenant's. */
export async function writtenLanguages(
  { people, mailLanguageOf }: WrittenLanguagesDeps,
  tenantId: string,
  userIds: readonly string[],
): Promise<(userId: string) => MailLanguage> {
  const [own, usual] = await Promise.all([people.newcomers.languagesOf(tenantId, userIds), mailLanguageOf(tenantId)]);
  return (userId) => own.get(userId) ?? usual;
}
