/** A person as one tenant knows them. */
export interface PersonInTenant {
  readonly tenantId: string;
  readonly userId: string;
}

/**
 * What an erasure does first and last. `contact`: sign-in, devices, names and addresses, at once. `record`: the clinical
 * record, when the law no longer keeps it. A module does either again without harm: a crash may have come in between.
 */
export type ErasureStep = 'contact' | 'record';

/** What becomes of a table that names people. Every such table is in some module's list: a test compares with the catalogue. */
export interface TableOfPeople {
  /** Files of an export that tell what it holds about the person; or why none does. */
  readonly exported: readonly string[] | { readonly not: string };
  /** The step that leaves nothing of the person in it; or why it is kept. */
  readonly erased: ErasureStep | { readonly kept: string };
}

/** One file of an export, written piece by piece as it is taken. */
export interface ExportedFile {
  /** Path inside the archive. */
  readonly name: string;
  /** One sentence of README.txt: what it holds, in which units. */
  readonly about: string;
  readonly content: AsyncIterable<string | Uint8Array>;
}

/** What a module holds about people, and how it is handed out and erased. */
export interface PersonalData {
  readonly tables: Readonly<Record<string, TableOfPeople>>;
  /** The person's part of an export. Nothing is read before a file's content is taken. */
  exportOf?(person: PersonInTenant): Promise<readonly ExportedFile[]> | readonly ExportedFile[];
  /** Leaves nothing of the person in the tables of this step. */
  erase?(person: PersonInTenant, step: ErasureStep): Promise<void>;
}
