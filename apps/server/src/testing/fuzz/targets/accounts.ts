import { normalisedBirthDate } from '#services/user-admin/imports/birth-dates.ts';
import { type FileOptions, readAccounts } from '#services/user-admin/imports/read-file.ts';
import { isForSender, never } from '../documented.ts';
import { type Fuzzer, textFuzzer } from '../fuzzer.ts';

const files = [
  'contact,phone,firstname,lastname,birthdate,sex,height,role\nann@test.example,(650) 253-0000,Ann,Lee,2/9/1980,nb,172.5,\n',
  'Contact;First name;Last_name;MRN;timezone\nann@test.example;"Ann ""A.""";Lee;M-1;Europe/Berlin\n',
];
const rows = ['ann@test.example,Ann,Lee,+49 30 901820,DE,9.2.1980,m,172\n', '"a@b","A","L",,,1980-02-29,,\n'];
const dates = ['02/09/1980', '1980-02-09', '9.2.1980', '19800209'];
const options: FileOptions = { realm: 'patient', columns: undefined, dates: 'MDY', today: '2026-07-10', byPhone: true, mostRows: 100_000 };
const heading = 'contact,firstname,lastname,phone,countrycode,birthdate,sex,height\n';

/** The file of accounts: whole, below a good heading, and its dates. */
export const accountFuzzers: readonly Fuzzer[] = [
  textFuzzer('file of accounts', files, (text) => readAccounts(Buffer.from(text), options), isForSender),
  textFuzzer('accounts below a good heading', rows, (text) => readAccounts(Buffer.from(heading + text), options), isForSender),
  textFuzzer('birth date of a file', dates, (text) => normalisedBirthDate(text, 'DMY'), never),
];
