import { metricIds } from '@vigil/domain/metrics/catalogue';
import { roles } from '@vigil/domain/roles';
import { isTimeZone } from '@vigil/domain/timeframe/zone';
import * as z from 'zod';
import { lastPageNumber, pageSizes } from './paging.values.ts';

/** Parts that several services' contracts share. */
export const id = z.uuid();
export const roleName = z.enum(roles);
export const metricId = z.enum(metricIds as [(typeof metricIds)[number], ...(typeof metricIds)[number][]]);
/** Unix time in seconds; a fraction is kept to the millisecond. */
export const seconds = z.coerce.number().min(0).max(99_999_999_999);
/** An IANA time zone name. */
export const timeZone = z.string().min(1).max(64).refine(isTimeZone, 'Not a time zone of the IANA database, as Europe/Berlin is');

export const pageSize = z.coerce
  .number()
  .int()
  .refine(
    (n) => (pageSizes as readonly number[]).includes(n),
    `The page size is ${pageSizes.slice(0, -1).join(', ')} or ${pageSizes.at(-1)}`,
  )
  .default(pageSizes[0]);
export const pageNumber = z.coerce.number().int().min(0).max(lastPageNumber).default(0);

/** `a,b,c` in a query string, or the parameter repeated: 1 to 1,000 values. */
export const commaList = <T extends z.ZodType<unknown, string>>(item: T) =>
  z
    .union([z.string(), z.array(z.string())])
    .meta({ description: commaListWords(item) })
    .transform((given) =>
      [given]
        .flat()
        .flatMap((text) => text.split(','))
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(item).min(1).max(1000));

function commaListWords(item: z.ZodType): string {
  return item instanceof z.ZodEnum
    ? `One or more of ${item.options.join(', ')}, separated by commas`
    : 'One or more values, separated by commas';
}

/** What every failed call answers. */
export const failure = z
  .object({
    error: z.object({
      code: z.string(),
      message: z.string(),
      fields: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
    }),
  })
  .meta({ id: 'Failure' });
