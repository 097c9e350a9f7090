import * as z from 'zod';
import { access } from './access.ts';
import { endpoint } from './endpoint.ts';
import { id, pageNumber, pageSize } from './shapes.ts';
import { dateOrders, importColumns, importStates, realms, rowOutcomes, unreadColumn } from './user-admin.values.ts';

/** Milliseconds since 1970. */
const milliseconds = z.number().int();
const base = '/user_admin/api/v1';
const tenantParams = z.object({ tenantId: id });
const importParams = z.object({ tenantId: id, importId: id });

/** Bytes of a file of accounts. 100,000 lines of the usual length are told by their number and not by this. */
export const importBodyLimitBytes = 16 * 1024 * 1024;

/** PostgreSQL's largest integer. */
const mostLine = 2_147_483_647;

/** How far an import is: of every line that an account can be made of, the share that is done. */
export const accountImport = z
  .object({
    id,
    realm: z.enum(realms),
    fileName: z.string(),
    createdAt: milliseconds,
    finishedAt: milliseconds.nullable(),
    state: z.enum(importStates),
    /** 0 to 100. */
    progress: z.number().int().min(0).max(100),
    counts: z.record(z.enum(rowOutcomes), z.number().int()),
    rows: z.number().int(),
  })
  .meta({ id: 'AccountImport' });
export type AccountImport = z.output<typeof accountImport>;

/** Another person who has what a line says: in another line of the file, or in the tenant. Name and birth date are null where they are not known. */
export const importHolder = z
  .object({
    line: z.number().int().nullable(),
    userId: id.nullable(),
    name: z.string().nullable(),
    /** yyyy-MM-dd. */
    birthDate: z.string().nullable(),
  })
  .meta({ id: 'AccountImportHolder' });
export type ImportHolder = z.output<typeof importHolder>;

/** One line of a file: what becomes of it, or has, and of a line that is wrong or to be confirmed the columns and the reasons. */
export const importRow = z
  .object({
    /** As a spreadsheet numbers its rows, the heading included. */
    line: z.number().int(),
    outcome: z.enum(rowOutcomes),
    /** E-mail address, or the phone number where there is none, as the line has it. */
    label: z.string().nullable(),
    /** Of the person whom the line describes; null where the line has none. */
    name: z.string().nullable(),
    /** yyyy-MM-dd; null where the line has none, and once the account was made. */
    birthDate: z.string().nullable(),
    /** `heldBy`: the line is about somebody else than the person who has its e-mail address or record number. */
    problems: z.array(z.object({ column: z.enum(importColumns).nullable(), reason: z.string(), heldBy: importHolder.nullable() })),
    userId: id.nullable(),
  })
  .meta({ id: 'AccountImportRow' });
export type ImportRow = z.output<typeof importRow>;

export const checkImport = endpoint({
  id: 'user_admin.checkImport',
  service: 'user_admin',
  method: 'POST',
  path: `${base}/tenants/{tenantId}/imports`,
  summary:
    'Read a CSV file of accounts and say of each line what would become of it: the dry run. Nobody is made before the import is started',
  access: access.inTenant('tenantId', access.changeTenant()),
  params: tenantParams,
  query: z.object({
    id: id.meta({ description: 'Made by the sender: the same file again under it is not read twice' }),
    realm: z.enum(realms).default('patient'),
    fileName: z.string().trim().min(1).max(200).default('accounts.csv'),
    columns: z
      .string()
      .max(2000)
      .optional()
      .meta({
        description: `What each column of the file holds, from left to right: ${importColumns.join(', ')}, or ${unreadColumn} for one that is not read. Without it the first line names them`,
      }),
    dates: z.enum(dateOrders).default('MDY').meta({ description: 'How 04/05/1980 is read; yyyy-MM-dd is always understood' }),
  }),
  bodyKind: 'bytes',
  bodyLimitBytes: importBodyLimitBytes,
  response: accountImport,
  errors: ['conflict', 'storage_full'],
});

const importCall = (name: string, verb: string, summary: string) =>
  ({
    id: `user_admin.${name}`,
    service: 'user_admin',
    path: `${base}/tenants/{tenantId}/imports/{importId}${verb}`,
    summary,
    access: access.inTenant('tenantId', access.changeTenant()),
    params: importParams,
    errors: ['not_found', 'conflict'],
  }) as const;

export const startImport = endpoint({
  ...importCall('startImport', '/start', 'Make the accounts of an import, in the background; again after it was stopped it goes on'),
  method: 'POST',
  response: accountImport,
});

export const confirmImportRow = endpoint({
  ...importCall(
    'confirmImportRow',
    '/rows/{line}/confirm',
    'Take a line with an unusual height or weight as it is; a second time changes nothing',
  ),
  method: 'POST',
  params: importParams.extend({ line: z.coerce.number().int().min(1).max(mostLine) }),
  response: accountImport,
});

export const stopImport = endpoint({
  ...importCall('stopImport', '/stop', 'Stop an import after the lines that are being made; what was made stays'),
  method: 'POST',
  response: accountImport,
});

export const removeImport = endpoint({
  ...importCall('removeImport', '', 'Forget an import and what its lines held; the accounts that it made stay'),
  method: 'DELETE',
  response: z.object({}),
});

export const getImport = endpoint({
  ...importCall('getImport', '', 'How far an import is'),
  method: 'GET',
  response: accountImport,
  polled: true,
});

export const listImportRows = endpoint({
  ...importCall('listImportRows', '/rows', 'What becomes of each line of an import, in the order of the file'),
  method: 'GET',
  access: access.inTenant('tenantId', access.administerMembers()),
  query: z.object({ outcome: z.enum(rowOutcomes).optional(), page: pageNumber, size: pageSize }),
  otherNumbers: { totalElements: 'Lines of a file.' },
  response: z.object({
    content: z.array(importRow),
    totalElements: z.number().int(),
    page: z.number().int(),
    size: z.number().int(),
  }),
});

export const exportImportErrors = endpoint({
  ...importCall(
    'exportImportErrors',
    '/errors',
    'The lines of an import that have an error or are to be confirmed, as CSV: their line in the file, the columns and the reasons, and their cells as the file had them',
  ),
  method: 'GET',
  access: access.inTenant('tenantId', access.administerMembers()),
  response: z.string(),
  answer: 'file',
  fileType: 'text/csv',
  errors: ['not_found'],
});

export const listImports = endpoint({
  id: 'user_admin.listImports',
  service: 'user_admin',
  method: 'GET',
  path: `${base}/tenants/{tenantId}/imports`,
  summary: 'The last imports, the newest first, and how many lines a file may have',
  access: access.inTenant('tenantId', access.changeTenant()),
  params: tenantParams,
  query: z.object({ realm: z.enum(realms).default('patient') }),
  response: z.object({ content: z.array(accountImport), mostRows: z.number().int() }),
});
